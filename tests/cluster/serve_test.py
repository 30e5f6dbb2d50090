# SPDX-License-Identifier: Apache-2.0
"""A resident node: asked by the commands and over HTTP, killed, followed by
another, and a re-ingest under it."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

import support

SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                       "samples", "make_archive.py")

QUESTIONS = (
    ["search", "{}", "sonic log of a wildcat"],
    ["search", "{}", "sonic log of a wildcat", "--json", "--limit", "20"],
    ["search", "{}", "porosity", "--where", "extension=txt", "--json"],
    ["search", "{}", "porosity", "--where", "state=WY", "--where", "extension=las", "--json"],
    ["search", "{}", "porosity", "--where", "no_such_key=1"],
    ["search", "{}", "warranty on ABC-4471-B", "--json"],
    ["search", "{}", "warranty on ABC-4471-C"],
    ["search", "{}", "logs operated by Amoco", "--json"],
    ["search", "{}", "shale", "--embedder", "none", "--json", "--limit", "50"],
    ["search", "{}", "shale", "--hnsw", "auto", "--json"],
    ["search", "{}", "shale", "--hnsw", "on"],
    ["search", "{}", "well 49-025-06325 deeper than 9000 m", "--json"],
    ["search", "{}", "shale", "--explain"],
    ["search", "{}", "shale", "--explain", "--json", "--per-document", "1"],
    ["search", "{}", "", "--json"],
    ["search", "{}", "shale", "--where", "nonsense"],
    ["search", "{}", "shale", "--embedder", "nobody"],
    ["ask", "{}", "Which files hold 49-025-06325?"],
    ["ask", "{}", "Which files hold 49-025-06325?", "--json", "--where", "extension=las"],
    ["ask", "{}", "What is the warranty on the pump?", "--show-context"],
    ["ask", "{}", "What is the warranty on the pump?", "--json", "--limit", "1"],
    ["ask", "{}", "warranty on ABC-4471-C"],
    ["ask", "{}", "how many files are there?", "--json"],
    ["ask", "{}", "porosity", "--embedder", "none", "--per-document", "1", "--hnsw", "auto"],
    ["ask", "{}", "?"],
    ["ask", "{}", "shale", "--where", "nonsense"],
    ["lookup", "{}", "*2506325*", "ABC-4471-C", "2506325", "--json"],
    ["lookup", "{}", "49-025-06325"],
    ["lookup", "{}", "49-025-06325", "no-such-1", "--csv"],
    ["lookup", "{}", "porosity"],
    ["lookup", "{}", "x", "--family", "api"],
    ["lookup", "{}", "*1"],
    ["facts", "{}"], ["facts", "{}", "--json"],
    ["facts", "{}", "state", "--json"], ["facts", "{}", "no_such_fact"],
    ["stats", "{}"], ["stats", "{}", "--json"],
)


class ServeTest(support.ClusterTest):
    def setUp(self):
        super().setUp()
        self.runtime = os.path.join(self.folder, "run")
        os.mkdir(self.runtime, 0o700)
        self.nodes = []
        subprocess.run([sys.executable, SAMPLES, self.tree], check=True,
                       stdout=subprocess.DEVNULL)
        support.make_tree(os.path.join(self.tree, "Notes"), 60, 9)
        support.settle(self.tree)
        self.ingest()

    def tearDown(self):
        for node in self.nodes:
            if node.poll() is None:
                node.kill()
            node.communicate()
        super().tearDown()

    def environment(self):
        return dict(super().environment(), XDG_RUNTIME_DIR=self.runtime,
                    XDG_CACHE_HOME=os.path.join(self.folder, "cache"))

    def serve(self, *more):
        """A node that is ready, and what it says of itself."""
        with open(os.path.join(self.folder, "node.log"), "ab") as log:
            node = subprocess.Popen([support.KEYBED, "serve", self.archive, "--json", *more],
                                    env=self.environment(), stdout=subprocess.PIPE, stderr=log)
        self.nodes.append(node)
        text = b""
        while not text.endswith(b"}\n"):
            line = node.stdout.readline()
            self.assertTrue(line, self.log())
            text += line
        self.said = json.loads(text)
        with open(self.said["token_file"], encoding="utf-8") as file:
            self.token = json.load(file)["token"]
        return node

    def log(self):
        with open(os.path.join(self.folder, "node.log"), encoding="utf-8") as file:
            return file.read()

    def run_command(self, arguments):
        done = subprocess.run([support.KEYBED, *[a.format(self.archive) for a in arguments]],
                              env=self.environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def http(self, method, path, body=None, headers=None):
        port = int(self.said["http"].rsplit(":", 1)[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request(method, path, None if body is None else json.dumps(body),
                           {"Authorization": "Bearer " + self.token,
                            "Content-Type": "application/json", **(headers or {})})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, answer.headers

    @staticmethod
    def timeless(text):
        """Without times, and without who answered."""
        text = re.sub(r'answered by: .*\n', "", text)
        text = re.sub(r'"answered_by": "[^"]*"', "", text)
        text = re.sub(r'"(actual|predicted)_ms": [0-9.e+-]+', "", text)
        return re.sub(r'(stage: \w+|exact|scan|graph|HNSW|and|about) *\(?[0-9.]+ ms *(\([0-9.]+ ms\))?',
                      r"\1", text)

    def who(self):
        code, out, err = self.run_command(["search", "{}", "shale", "--explain"])
        self.assertIn(code, (0, 3), err)
        return out.splitlines()[0]

    def test_a_node_answers_as_the_commands_do(self):
        here = [self.run_command(q) for q in QUESTIONS]
        self.serve()
        self.assertIn("answered by: node, process", self.who())
        for question, (code, out, err) in zip(QUESTIONS, here):
            with self.subTest(question):
                by_node = self.run_command(question)
                self.assertEqual(by_node[0], code, by_node[2] + err)
                self.assertEqual(self.timeless(by_node[1]), self.timeless(out))
                self.assertEqual(by_node[2], err)
                local = self.run_command([*question, "--local"])
                self.assertEqual(local[0], code)
        listed = os.path.join(self.folder, "ids.txt")
        with open(listed, "w", encoding="utf-8") as file:
            file.write("49-025-06325\n*\nABC-4471-B\n")
        self.assertEqual(self.run_command(["lookup", "{}", "--list", listed, "--csv"]),
                         self.run_command(["lookup", "{}", "--list", listed, "--csv", "--local"]))

    def test_the_query_log_is_the_same(self):
        logs = []
        for more in ([], ["--local"]):
            if not more:
                self.serve()
            log = os.path.join(self.folder, "log%d" % len(logs))
            self.run_command(["search", "{}", "well 49-025-06325", "--query-log", log, *more])
            self.run_command(["lookup", "{}", "ABC-4471-B", "x-1", "--query-log", log, *more])
            self.run_command(["ask", "{}", "who made ABC-4471-B?", "--query-log", log, *more])
            with open(log, encoding="utf-8") as file:
                logs.append([{k: v for k, v in json.loads(line).items() if k != "time"}
                             for line in file])
        self.assertEqual(len(logs[0]), 4)
        self.assertEqual(*logs)

    def test_http_is_json_of_the_command(self):
        self.serve()
        code, out, _ = self.run_command(["search", "{}", "porosity", "--where", "extension=txt",
                                         "--limit", "4", "--json", "--local"])
        status, text, headers = self.http("POST", "/v1/search", {
            "question": "porosity", "where": ["extension=txt"], "limit": 4})
        self.assertEqual((status, headers["Keybed-Exit"]), (200, str(code)))
        self.assertEqual(text, out)
        for path, command in (("/v1/stats", ["stats", "{}"]), ("/v1/facts", ["facts", "{}"]),
                              ("/v1/facts/state", ["facts", "{}", "state"])):
            self.assertEqual(self.http("GET", path)[1],
                             self.run_command([*command, "--json", "--local"])[1])
        self.assertEqual(self.http("POST", "/v1/lookup", {"identifiers": ["49-025-06325"]})[1],
                         self.run_command(["lookup", "{}", "49-025-06325", "--json", "--local"])[1])
        code, out, _ = self.run_command(["ask", "{}", "Which files hold 49-025-06325?", "--limit",
                                         "2", "--json", "--local"])
        status, text, headers = self.http("POST", "/v1/ask", {
            "question": "Which files hold 49-025-06325?", "limit": 2})
        self.assertEqual((status, headers["Keybed-Exit"]), (200, str(code)))
        self.assertEqual(text, out)
        self.assertEqual(self.http("POST", "/v1/ask", {"question": "porosity"})[1],
                         self.run_command(["ask", "{}", "porosity", "--json", "--local"])[1])
        self.assertEqual(self.http("GET", "/v1/health")[:2], (200, '{"status": "ok"}\n'))
        status, text, _ = self.http("POST", "/v1/search", {"question": "x", "where": ["bad"]})
        self.assertEqual(status, 400)
        self.assertIn("--where", json.loads(text)["error"])

    def test_others_are_refused(self):
        node = self.serve()
        for headers, status in (({"Authorization": ""}, 401),
                                ({"Authorization": "Bearer " + "0" * 64}, 401),
                                ({"Host": "evil.example"}, 403),
                                ({"Origin": "https://evil.example"}, 403)):
            self.assertEqual(self.http("GET", "/v1/stats", headers=headers)[0], status)
        port = int(self.said["http"].rsplit(":", 1)[1])
        for hostile in (b"\0" * 1000, b"GET / HTTP/1.1\r\n" * 2000, b"\x16\x03\x01" + b"x" * 500,
                        b"POST /v1/search HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n",
                        b"GET http://a/ HTTP/9.9\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as raw:
                try:
                    raw.sendall(hostile)
                    raw.shutdown(socket.SHUT_WR)
                    while raw.recv(4096):
                        pass
                except OSError:  # it has closed already
                    pass
        self.assertIsNone(node.poll())
        self.assertEqual(self.http("GET", "/v1/health")[0], 200)
        for address in ("0.0.0.0:0", "192.168.0.1:80", "nonsense"):
            code, _, err = self.run_command(["serve", "{}", "--listen", address])
            self.assertEqual(code, 2, err)
        mode = os.stat(self.said["token_file"]).st_mode & 0o777
        self.assertEqual(mode, 0o600)

    def test_one_node_and_another_after_a_kill(self):
        node = self.serve()
        code, _, err = self.run_command(["serve", "{}"])
        self.assertEqual(code, 1)
        self.assertIn("a node runs already", err)
        node.send_signal(signal.SIGKILL)
        node.wait(30)
        self.assertTrue(os.path.exists(self.said["token_file"]))
        self.assertIn("this process (no node runs for this archive)", self.who())
        before = self.token
        self.serve()
        self.assertNotEqual(self.token, before)
        self.assertIn("answered by: node", self.who())

    def test_a_signal_ends_it_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            node = self.serve()
            node.send_signal(number)
            self.assertEqual(node.wait(30), 0, self.log())
            self.assertFalse(os.path.exists(self.said["token_file"]))
            self.assertIn("no node runs", self.who())

    def test_a_node_that_hangs_is_given_up(self):
        node = self.serve()
        question = ["ask", "{}", "Which files hold 49-025-06325?"]
        by_node = self.run_command(question)
        node.send_signal(signal.SIGSTOP)
        try:
            self.assertIn("does not answer in time", self.who())
            start = time.monotonic()
            self.assertEqual(self.run_command(question), by_node)
            self.assertGreater(time.monotonic() - start, 0.9)  # the node was asked
        finally:
            node.send_signal(signal.SIGCONT)
        self.assertIn("answered by: node", self.who())

    def test_an_ingest_under_it_is_followed(self):
        self.serve()
        wrong = []
        ended = threading.Event()

        def ask():
            while not ended.is_set():
                status, text, _ = self.http("POST", "/v1/search", {"question": "porosity"})
                if status != 200 or not json.loads(text)["hits"]:
                    wrong.append((status, text[:500]))

        askers = [threading.Thread(target=ask) for _ in range(3)]
        for asker in askers:
            asker.start()
        try:
            for turn in range(3):
                mark = "NEW-%04d-X" % (7000 + turn)
                self.assertIn("not in this archive",
                              self.run_command(["lookup", "{}", mark])[1])
                self.write("Notes/new_%d.txt" % turn, "part number %s fits the pump\n" % mark)
                self.ingest()
                self.assertIn("answered by: node", self.who())
                self.assertIn("new_%d.txt" % turn, self.run_command(["lookup", "{}", mark])[1])
                self.assertIn("new_%d.txt" % turn, self.http(
                    "POST", "/v1/lookup", {"identifiers": [mark]})[1])
        finally:
            ended.set()
            for asker in askers:
                asker.join()
        self.assertEqual(wrong, [])

    def test_a_full_node_says_so_and_the_command_answers_itself(self):
        self.serve("--threads", "1", "--waiting", "0")
        statuses = []

        def ask():
            for _ in range(10):
                statuses.append(self.http("POST", "/v1/search", {"question": "shale log"})[0])

        askers = [threading.Thread(target=ask) for _ in range(6)]
        for asker in askers:
            asker.start()
        codes = {self.run_command(["search", "{}", "shale"])[0] for _ in range(5)}
        for asker in askers:
            asker.join()
        self.assertEqual(codes, {0})
        self.assertIn(200, statuses)
        self.assertLessEqual(set(statuses), {200, 503})


if __name__ == "__main__":
    unittest.main()
