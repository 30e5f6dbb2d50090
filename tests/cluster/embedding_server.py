# SPDX-License-Identifier: Apache-2.0
"""An endpoint with OpenAI's POST /embeddings that can be told to refuse."""

import hashlib
import http.server
import json
import threading

DIMENSIONS = 8


def vector(text):
    """Of the text alone; never zero."""
    return [byte + 1 for byte in hashlib.sha256(text.encode()).digest()[:DIMENSIONS]]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        if self.server.refusing:
            self.answer(400, {"error": "no such model today"})
        elif "dimensions" in asked:
            # As OpenAI's own older models and many local servers do.
            self.answer(400, {"error": "this model has no choice of dimensions"})
        else:
            self.answer(200, {"data": [{"index": i, "embedding": vector(text)}
                                       for i, text in enumerate(asked["input"])]})

    def answer(self, status, body):
        body = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class EmbeddingServer(http.server.ThreadingHTTPServer):
    """Serves from the beginning of a `with` until its end."""
    refusing = False

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.url = "http://127.0.0.1:%d/v1" % self.server_port
        self.thread = threading.Thread(target=self.serve_forever, args=(0.05,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.thread.join()
        self.server_close()
