"""How a call is made, against a server that does what servers and networks do."""

import gzip
import json
import pickle
import socket
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import manifold_commerce
from manifold_commerce import (
    InvalidClientError,
    InvalidEventError,
    Manifold,
    ManifoldError,
    NoAnswerError,
    NotManifoldError,
    PageRepeatsError,
    Patience,
    RateLimitedError,
    UnknownUserError,
    _http,
    verify_event,
)

SECRET = "a-secret-canary"
USER = {"tpUserId": "u", "created_at": "2026-11-01T12:00:00Z", "channels": []}


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.connections = 0
        self.tokens = 0
        self.life = 7200
        self.script = []
        """What is done to the next requests; the usual answer where nothing is left."""
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def handle_error(self, *_):
        """A client that goes away is what some of these tests are about."""

    def process_request(self, request, address):
        self.connections += 1
        super().process_request(request, address)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, headers=()):
        content = json.dumps(body).encode() if not isinstance(body, bytes) else body
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def fault(self, status, code, retryable=False, headers=()):
        first = {"code": code, "message": f"It is {code}.", "step": "authorize", "retryable": retryable}
        first["help"] = f"https://x/docs/errors#{code}"
        item = {"code": code, "message": first["message"], "field": "tpUserId"}
        output = {"operationErrors": [item], "execution_id": "e", "result": []}
        self.answer(status, {"Errors": first, "Output": output, "Report": {"TraceId": "t" * 32}}, headers)

    def do(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        server = self.server
        if self.path == "/connect/token":
            if SECRET.encode() not in body:
                return self.answer(401, {"error": "invalid_client"})
            server.tokens += 1
            time.sleep(0.05)
            return self.answer(200, {"access_token": f"token-{server.tokens}", "expires_in": server.life})
        server.asked.append((self.command, self.path, dict(self.headers), body))
        if server.script:
            return server.script.pop(0)(self)
        self.answer(204, b"") if self.command == "DELETE" else self.answer(200, USER)

    do_GET = do_POST = do_PUT = do_DELETE = do


def broken_off(handler):
    handler.send_response(200)
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"tpUserId"')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


def dripping(handler):
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(200):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.02)
    except OSError:
        pass
    handler.close_connection = True


def closing(handler):
    handler.connection.shutdown(socket.SHUT_RDWR)
    handler.close_connection = True


class Calls(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.waits = []
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def open(self, **options):
        options.setdefault("on_wait", self.waits.append)
        manifold = Manifold(self.server.url, "app", options.pop("client_secret", SECRET), **options)
        self.addCleanup(manifold.close)
        return manifold

    def script(self, *acts):
        self.server.script.extend(acts)

    def test_a_connection_is_kept_and_a_token_shared(self):
        manifold = self.open()
        for _ in range(5):
            self.assertEqual(manifold.user("u").tpUserId, "u")
        self.assertEqual((self.server.connections, self.server.tokens), (1, 1))

    def test_threads_wait_for_the_same_token(self):
        manifold = self.open()
        threads = [threading.Thread(target=manifold.user, args=("u",)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(self.server.asked), self.server.tokens), (8, 1))

    def test_a_token_is_renewed_ahead_of_its_end(self):
        time_ = [1000.0]
        manifold = self.open(now=lambda: time_[0])
        manifold.user("u")
        time_[0] += 7200 - 301
        manifold.user("u")
        self.assertEqual(self.server.tokens, 1)
        time_[0] += 2
        manifold.user("u")
        self.assertEqual(self.server.tokens, 2)

    def test_a_token_that_is_refused_is_renewed_once(self):
        manifold = self.open()
        self.script(lambda handler: handler.fault(401, "invalid_token"))
        manifold.user("u")
        self.assertEqual(self.server.tokens, 2)
        self.script(*[lambda handler: handler.fault(401, "invalid_token")] * 2)
        with self.assertRaises(manifold_commerce.InvalidTokenError):
            manifold.user("u")
        self.assertEqual(self.server.tokens, 3)

    def test_retry_after_is_honoured_within_patience(self):
        manifold = self.open()
        self.script(lambda handler: handler.fault(429, "rate_limited", True, [("retry-after", "0")]))
        manifold.user("u")
        self.assertEqual([(wait.seconds, wait.tries) for wait in self.waits], [(0, 1)])
        self.script(lambda handler: handler.fault(429, "rate_limited", True, [("retry-after", "301")]))
        with self.assertRaises(RateLimitedError) as caught:
            manifold.user("u")
        self.assertEqual(caught.exception.retry_after, 301)
        self.assertEqual(len(self.waits), 1)

    def test_patience_lasts_for_a_restart(self):
        pauses = [min(30, 0.5 * 2**tries) / 2 for tries in range(Patience().tries - 1)]
        self.assertGreaterEqual(sum(pauses), 30)

    def test_no_answer_is_tried_again_and_then_said(self):
        manifold = self.open(patience=Patience(tries=2))
        # One on the connection of the token, which is kept, and one on a new one for each try.
        self.script(closing, closing, closing)
        with self.assertRaisesRegex(NoAnswerError, "Check the url, the network"):
            manifold.user("u")
        self.assertEqual(len(self.waits), 1)

    def test_an_answer_that_breaks_off_is_none(self):
        manifold = self.open()
        self.script(broken_off)
        self.assertEqual(manifold.user("u").tpUserId, "u")
        self.assertEqual([wait.error.code for wait in self.waits], ["no_answer"])

    def test_a_kept_connection_that_was_closed_costs_nothing(self):
        manifold = self.open(patience=Patience(tries=1))
        manifold.user("u")
        self.script(closing)
        self.assertEqual(manifold.user("u").tpUserId, "u")

    def test_what_must_not_happen_twice_is_sent_once(self):
        manifold = self.open()
        manifold.user("u")
        self.script(closing)
        with self.assertRaisesRegex(NoAnswerError, "Whether it was done is not known"):
            manifold.forget("u")
        self.assertEqual([method for method, *_ in self.server.asked], ["GET", "DELETE"])

    def test_what_a_proxy_gave_up_on_is_sent_once(self):
        manifold = self.open()
        for status in (502, 503, 504):
            self.script(lambda handler: handler.answer(status, b"<h1>Gateway</h1>"))
            with self.assertRaisesRegex(NotManifoldError, "Whether it was done is not known") as caught:
                manifold.forget("u")
            self.assertEqual((caught.exception.status, caught.exception.retryable), (status, False))
        self.assertEqual([method for method, *_ in self.server.asked], ["DELETE"] * 3)

    def test_the_deadline_holds_however_slowly_it_drips(self):
        manifold = self.open(timeout=0.3, patience=Patience(tries=1))
        manifold.user("u")
        self.script(dripping)
        begun = time.monotonic()
        with self.assertRaisesRegex(NoAnswerError, "nothing came within 0.3 seconds"):
            manifold.user("u")
        self.assertLess(time.monotonic() - begun, 3)

    def test_gzip_is_asked_for_and_read(self):
        self.script(
            lambda handler: handler.answer(
                200, gzip.compress(json.dumps(USER).encode()), [("content-encoding", "gzip")]
            )
        )
        self.assertEqual(self.open().user("u").tpUserId, "u")
        self.assertEqual(self.server.asked[0][2]["accept-encoding"], "gzip")

    def test_what_cannot_be_unpacked_is_no_answer(self):
        self.script(lambda handler: handler.answer(200, b"<html>", [("content-encoding", "gzip")]))
        self.assertEqual(self.open().user("u").tpUserId, "u")
        self.assertEqual([wait.error.code for wait in self.waits], ["no_answer"])

    def test_an_answer_is_bounded_packed_or_not(self):
        usual = _http.MOST
        _http.MOST = 100_000
        self.addCleanup(setattr, _http, "MOST", usual)
        bomb = gzip.compress(b" " * 10_000_000)
        self.script(
            lambda handler: handler.answer(200, bomb, [("content-encoding", "gzip")]),
            lambda handler: handler.answer(200, b" " * 200_000),
        )
        for _ in range(2):
            with self.assertRaisesRegex(NotManifoldError, "more than"):
                self.open().user("u")

    def test_a_redirect_is_not_followed(self):
        self.script(lambda handler: handler.answer(302, b"", [("location", "https://elsewhere.example")]))
        with self.assertRaises(NotManifoldError):
            self.open().user("u")
        self.assertEqual(len(self.server.asked), 1)

    def test_something_else_that_answers_is_named(self):
        self.script(lambda handler: handler.answer(200, b"<html>"))
        with self.assertRaisesRegex(NotManifoldError, "not as Manifold does"):
            self.open().user("u")
        self.script(lambda handler: handler.answer(200, {"hello": 1}))
        with self.assertRaises(NotManifoldError):
            self.open().user("u")

    def test_a_fault_has_all_that_the_service_says(self):
        self.script(lambda handler: handler.fault(404, "unknown_user"))
        with self.assertRaises(UnknownUserError) as caught:
            self.open().user("u")
        error = caught.exception
        self.assertIsInstance(error, ManifoldError)
        self.assertEqual((error.code, error.status, error.field), ("unknown_user", 404, "tpUserId"))
        self.assertEqual((error.step, error.help), ("authorize", "https://x/docs/errors#unknown_user"))
        self.assertEqual((error.trace_id, error.execution_id), ("t" * 32, "e"))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.__dict__, str(again)), (UnknownUserError, error.__dict__, str(error)))

    def test_a_code_of_a_newer_service_is_an_error_too(self):
        self.script(lambda handler: handler.fault(418, "teapot"))
        with self.assertRaises(ManifoldError) as caught:
            self.open().user("u")
        self.assertEqual((type(caught.exception), caught.exception.code), (ManifoldError, "teapot"))

    def test_the_secret_is_nowhere(self):
        manifold = self.open(client_secret="a-wrong-secret")
        with self.assertRaises(InvalidClientError) as caught:
            manifold.user("u")
        for text in (repr(manifold), str(caught.exception), repr(vars(caught.exception))):
            self.assertNotIn("a-wrong-secret", text)

    def test_pages_that_go_in_a_circle_end(self):
        page = {"users": [USER], "next_page_token": "again"}
        self.script(*[lambda handler: handler.answer(200, page)] * 5)
        with self.assertRaises(PageRepeatsError):
            list(self.open().users())
        self.assertEqual(len(self.server.asked), 2)

    def test_a_write_keeps_its_key_through_every_try(self):
        self.script(
            closing,
            lambda handler: handler.fault(409, "write_in_progress", True, [("retry-after", "0")]),
            lambda handler: handler.fault(422, "idempotency_key_reused"),
        )
        with self.assertRaises(ManifoldError) as caught:
            self.open().set_stock("shopify", "u", [{"variant_id": "1", "available": 1}])
        keys = {headers["idempotency-key"] for _, _, headers, _ in self.server.asked}
        self.assertEqual((len(self.server.asked), keys), (3, {caught.exception.key}))

    def test_a_key_that_no_header_takes_is_refused(self):
        items = [{"variant_id": "1", "available": 1}]
        for key in ("zásilka-č", "café", "two\nlines"):
            with self.assertRaises(ManifoldError) as raised:
                self.open().set_stock("bol", "user-1", items, key=key)
            error = raised.exception
            self.assertEqual((error.code, error.field, error.key), ("invalid_request", "Idempotency-Key", key))
        self.assertEqual(self.server.asked, [])

    def test_addresses_are_checked(self):
        for url in ("", "api.example.com", "ftp://x", "https://a:b@x", "https://x?y=1", "http://x:port"):
            with self.assertRaises(TypeError, msg=url):
                Manifold(url, "app", SECRET)
        with self.assertRaises(TypeError):
            Manifold("https://x", "app", "")


class Events(unittest.TestCase):
    # As docs/events.md and the library standardwebhooks sign it; the same in the tests of JavaScript.
    KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    BODY = b'{"test": 2432232314, "type": "delivery.test", "timestamp": "2026-11-01T12:00:00Z", "data": {}}'

    def headers(self, body=None, at=1614265330):
        import base64
        import hashlib
        import hmac

        key = base64.b64decode(self.KEY[6:])
        mac = hmac.new(key, b"msg_1." + str(at).encode() + b"." + (body or self.BODY), hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(mac).decode()
        return {"Webhook-Id": "msg_1", "webhook-timestamp": str(at), "webhook-signature": f"v1,AAAA {signature}"}

    def test_one_that_is_signed_is_read(self):
        event = verify_event(self.BODY, self.headers(), ["whsec_AAAA", self.KEY], now=lambda: 1614265330)
        self.assertEqual((event.id, event.type, event.data), ("msg_1", "delivery.test", {}))
        self.assertEqual(event.timestamp.isoformat(), "2026-11-01T12:00:00+00:00")

    def test_the_vector_of_standard_webhooks(self):
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        with self.assertRaisesRegex(InvalidEventError, "not JSON with a type"):
            verify_event(b'{"test": 2432232314}', headers, self.KEY, now=lambda: 1614265330)

    def test_anything_else_is_refused(self):
        for body, headers, now in (
            (self.BODY + b" ", self.headers(), 1614265330),
            (self.BODY, {}, 1614265330),
            (self.BODY, self.headers(), 1614265330 + 301),
            (self.BODY, self.headers(), 1614265330 - 301),
            (self.BODY, {**self.headers(), "webhook-timestamp": "soon"}, 1614265330),
            (b"[]", self.headers(b"[]"), 1614265330),
        ):
            with self.assertRaises(InvalidEventError):
                verify_event(body, headers, self.KEY, now=lambda: now)
        with self.assertRaises(TypeError):
            verify_event(self.BODY, self.headers(), "whsec_", now=lambda: 1614265330)


if __name__ == "__main__":
    unittest.main()
