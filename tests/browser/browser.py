# SPDX-FileCopyrightText: The Portolan authors
# SPDX-License-Identifier: MIT
"""A Chromium without a window, spoken to over pipes: no port, no package besides it.

The protocol is Chromium's own (DevTools), JSON messages that end with a zero byte."""
import base64
import collections
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find():
    """The browser's path, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page. What it says on its console as an error, and what it throws, is in `errors`."""

    def __init__(self, width=1280, height=800, patience=30):
        self.patience = patience
        self.errors = []
        self.requests = []  # addresses that the page asked for
        self.folder = tempfile.mkdtemp(prefix="portolan-browser-")
        to_read, self.to = os.pipe()
        self.out, to_write = os.pipe()

        def connect():  # the browser reads from 3 and writes to 4
            os.dup2(to_read, 100)
            os.dup2(to_write, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)
            os.closerange(5, 200)

        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.count = 0
        self.rest = b""
        self.waiting = collections.deque()
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except Exception:  # it went before it could answer
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") != self.count:
                continue
            if "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            return answer["result"]

    def _next(self):
        end = time.monotonic() + self.patience
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.out], [], [], max(0, end - time.monotonic()))
            more = os.read(self.out, 1 << 20) if ready else b""
            if not more:
                raise RuntimeError("the browser has gone silent")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(one)
        self._note(message.get("method"), message.get("params", {}))
        return message

    def _note(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, file):
        self.call("Page.navigate", url="file://" + os.path.abspath(file))

    def ask(self, expression):
        """The value of an expression in the page."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def wait_for(self, expression):
        """Until the expression is true; it is looked at again with each picture that the page draws."""
        wait = ("new Promise((done) => { const look = () => { let it; try { it = " + expression + "; } catch { it = false; } "
                "if (it) done(true); else setTimeout(look, 20); }; look(); })")
        return self.ask(wait)

    def resize(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def scheme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, x, y, to_x, to_y):
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=to_x, y=to_y, button="left", buttons=1)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=to_x, y=to_y, button="left", clickCount=1)

    def wheel(self, x, y, by):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=by)

    def touch(self, kind, points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def key(self, key, code=None):
        text = key if len(key) == 1 else ""
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=code or key, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=code or key)

    def picture(self, file):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))
