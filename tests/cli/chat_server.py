# SPDX-License-Identifier: Apache-2.0
"""A chat completions server on this machine that plays a script."""

import http.server
import json
import re
import threading


def sources_of(request):
    """{number: text of the source} of a request's prompt."""
    message = request["messages"][-1]["content"]
    out = {}
    for number, token, block in re.findall(
            r"^BEGIN SOURCE (\d+) (\S+)\n(.*?)\nEND SOURCE \1 \2$", message, re.M | re.S):
        out[int(number)] = block.split("\n\n", 1)[1] if "\n\n" in block else block
    return out


def question_of(request):
    return request["messages"][-1]["content"].rsplit("The question:\n", 1)[1].strip()


def event(data):
    return b"data: " + json.dumps(data).encode() + b"\n\n"


def piece(text, **more):
    return event({"choices": [{"delta": {"content": text}, **more}]})


class Server:
    """`answer(handler, request)` writes the whole response; every request is kept."""

    def __init__(self, answer):
        self.requests = []
        self.headers = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.headers.append(dict(self.headers))
                request = json.loads(body)
                outer.requests.append(request)
                self.close_connection = True
                try:
                    answer(self, request)
                except (BrokenPipeError, ConnectionResetError):
                    pass

            def start(self, status=200, kind="text/event-stream", **headers):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Connection", "close")
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()

            def send(self, data):
                self.wfile.write(data)
                self.wfile.flush()

            def say(self, text, finish="stop", usage=None):
                """A reply, streamed or whole as the request wants it."""
                if request_streams(outer.requests[-1]):
                    self.start()
                    self.send(piece(text))
                    self.send(event({"choices": [{"delta": {}, "finish_reason": finish}]}))
                    if usage:
                        self.send(event({"choices": [], "usage": usage}))
                    self.send(b"data: [DONE]\n\n")
                else:
                    self.start(kind="application/json")
                    self.send(json.dumps({
                        "model": "scripted-1", "usage": usage,
                        "choices": [{"message": {"content": text},
                                     "finish_reason": finish}]}).encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def request_streams(request):
    return bool(request.get("stream"))
