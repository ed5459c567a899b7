"""A headless Chromium, driven through its devtools protocol over two pipes."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import tempfile


class Failure(Exception):
    pass


def program():
    """Chromium's path; None where there is none."""
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), None)


def high_pipe():
    """A pipe whose ends are not the descriptors 3 and 4."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, 10))
        os.close(low)
    return ends


class Browser:
    """One browser with one page. Leaves nothing behind."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="softmark-pages-", ignore_cleanup_errors=True)
        (theirs_in, self.orders), (self.answers, theirs_out) = high_pipe(), high_pipe()
        flags = ["--headless=new", "--no-first-run", "--disable-gpu", "--remote-debugging-pipe",
                 "--hide-scrollbars", f"--user-data-dir={self.folder.name}"]
        if os.geteuid() == 0:
            flags.append("--no-sandbox")
        # The browser reads orders from descriptor 3 and answers on 4.
        script = f'exec "$@" 3<&{theirs_in} 4>&{theirs_out} {theirs_in}<&- {theirs_out}>&-'
        self.process = subprocess.Popen(["bash", "-c", script, "browser", program(), *flags, "about:blank"],
                                        pass_fds=(theirs_in, theirs_out), stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.folder.name})
        os.close(theirs_in)
        os.close(theirs_out)
        self.stream = os.fdopen(self.answers, "rb")
        self.number = 0
        self.rest = b""
        self.session = None
        target = self.order("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.order("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.order("Page.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.orders)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.stream.close()
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.rest:
            more = self.stream.read1(1 << 20)
            if not more:
                raise Failure("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def order(self, method, **parameters):
        """What the browser answers to an order of the protocol."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.orders, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") != self.number:
                continue
            if "error" in answer:
                raise Failure(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def look(self, width, height=900, dark=False, paper=False):
        """How wide the window is, and for which reader."""
        self.order("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                   mobile=False)
        self.order("Emulation.setEmulatedMedia", media="print" if paper else "screen",
                   features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, page):
        self.order("Page.navigate", url=page.resolve().as_uri())
        self.value("""new Promise(done => document.readyState == 'complete' ? done()
                      : addEventListener('load', done))""")

    def value(self, script):
        """What a piece of JavaScript gives, as plain data."""
        answer = self.order("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def press(self, key, code=0):
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.order("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)

    def shot(self, file, top=0, height=4000):
        """A PNG of the page from `top` on, at most so high."""
        size = self.order("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": top, "width": size["width"], "height": min(size["height"] - top, height), "scale": 1}
        data = self.order("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)["data"]
        file.write_bytes(base64.b64decode(data))

    def pdf(self, file):
        """The page as it would be printed on A4."""
        self.look(width=1000, paper=True)
        data = self.order("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True,
                          printBackground=False)["data"]
        file.write_bytes(base64.b64decode(data))
