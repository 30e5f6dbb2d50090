# SPDX-License-Identifier: Apache-2.0
"""A coordinator and workers that are started one by one, over tcp."""

import json
import os
import random
import signal
import socket
import subprocess
import time
import unittest

import support


def free_endpoint():
    """Somewhere in 127.0.0.0/8, so that nobody else takes it meanwhile."""
    host = "127.%d.%d.%d" % tuple(random.randrange(1, 255) for _ in range(3))
    with socket.socket() as probe:
        probe.bind((host, 0))
        return "tcp://%s:%d" % (host, probe.getsockname()[1])


class NetworkTest(support.ClusterTest):
    def setUp(self):
        super().setUp()
        self.started = []
        self.endpoint = free_endpoint()

    def tearDown(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.communicate()
        super().tearDown()

    def start(self, *arguments):
        with open(os.path.join(self.folder, "stderr"), "ab") as stderr:
            process = subprocess.Popen([support.KEYBED, *arguments], env=self.environment(),
                                       stdout=subprocess.PIPE, stderr=stderr)
        self.started.append(process)
        return process

    def said(self):
        with open(os.path.join(self.folder, "stderr"), encoding="utf-8") as file:
            return file.read()

    def coordinator(self):
        return self.start("coordinator", self.tree, "--into", self.archive,
                          "--embedder", self.embedder, "--listen", self.endpoint,
                          "--workers", "2", "--json", "--no-progress")

    def worker(self):
        return self.start("worker", self.archive, "--connect", self.endpoint)

    def wait_for(self, what):
        """Until `what` of the status is true."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            asked = subprocess.run([support.KEYBED, "status", self.archive, "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   check=False)
            status = json.loads(asked.stdout) if asked.returncode == 0 else {}
            if status.get("running") and what(status):
                return
            time.sleep(0.02)
        self.fail("it did not come to that; " + self.said())

    def finish(self, coordinator, workers):
        out, _ = coordinator.communicate(timeout=120)
        self.assertEqual(coordinator.returncode, 0, self.said())
        for worker in workers:
            self.assertEqual(worker.wait(timeout=30), 0)
        return json.loads(out)

    def assert_as_a_plain_run(self):
        plain = os.path.join(self.folder, "plain")
        self.ingest("--threads", "8", archive=plain)
        self.assert_same_content(self.archive, plain)


class Workers(NetworkTest):
    def test_workers_over_tcp_leave_no_trace(self):
        support.make_tree(self.tree, 120, 21)
        coordinator = self.coordinator()
        self.wait_for(lambda status: True)  # the archive is there
        workers = [self.worker(), self.worker()]
        result = self.finish(coordinator, workers)
        self.assertEqual(result["done"], 120)
        self.assertEqual(len(self.rows(result)), 120)
        self.assert_as_a_plain_run()

    def test_an_address_off_this_machine_is_refused(self):
        self.write("one.txt", "one\n")
        for command in (["coordinator", self.tree, "--into", self.archive, "--listen"],
                        ["worker", self.archive, "--connect"]):
            refused = subprocess.run([support.KEYBED, *command, "tcp://0.0.0.0:7447"],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                     timeout=30, check=False)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(b"tcp://0.0.0.0:7447: leaves this machine", refused.stderr)
            self.assertIn(b"give --insecure on a network that you trust", refused.stderr)
        self.assertFalse(os.path.exists(self.archive))


class LostWorker(NetworkTest):
    """The mock reader takes half a second for a file called slow."""
    reader = support.MOCK_READER

    def test_a_killed_worker_is_replaced_by_the_one_that_comes(self):
        for i in range(24):
            self.write("slow-%d.bin" % i, "shale %d API 49-025-%05d\n" % (i, i))
        coordinator = self.coordinator()
        self.wait_for(lambda status: True)
        killed, kept = self.worker(), self.worker()
        self.wait_for(lambda status: status["workers"] == 2 and status["dealt_paths"] > 4)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        came = self.worker()
        result = self.finish(coordinator, [kept, came])
        self.assertRegex(self.said(), "worker (silent|lost)")
        self.assertEqual((result["done"], result["failed"]), (24, 0))
        self.assertEqual(len(self.rows(result)), 24)
        self.assert_as_a_plain_run()


if __name__ == "__main__":
    unittest.main()
