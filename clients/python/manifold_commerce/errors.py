"""What goes wrong: one class, and one beneath it for each code."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, List, Mapping, Optional, Type


class ManifoldError(Exception):
    """Its message is a sentence that says what to do. No secret is ever part of it.

    ``except UnknownUserError`` catches one code; ``error.code`` names it, also where a newer service
    has one that this client has no class for.
    """

    CODE: ClassVar[str] = ""
    _classes: ClassVar[Dict[str, Type["ManifoldError"]]] = {}

    def __init_subclass__(cls) -> None:
        ManifoldError._classes[cls.CODE] = cls

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        retryable: bool = False,
        retry_after: Optional[float] = None,
        field: Optional[str] = None,
        step: Optional[str] = None,
        help: Optional[str] = None,
        channel: Optional[str] = None,
        native: Optional[str] = None,
        trace_id: Optional[str] = None,
        execution_id: Optional[str] = None,
        key: Optional[str] = None,
        items: Optional[List[Mapping[str, Any]]] = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        """The HTTP status; None where there was no answer."""
        self.retryable = retryable
        """Whether the same call may succeed later without a change."""
        self.retry_after = retry_after
        """Seconds after which trying again makes sense, where the service said so."""
        self.field = field
        """The input field at fault."""
        self.step = step
        """The stage that failed: validate, authorize, fetch or transform."""
        self.help = help
        """Where the documentation explains the code."""
        self.channel = channel
        self.native = native
        """The channel's own words."""
        self.trace_id = trace_id
        self.execution_id = execution_id
        self.key = key
        """Of a write: its Idempotency-Key. The same call with it is not done a second time."""
        self.items = items or []
        """Everything that was found wrong, the first cause included."""

    def __reduce__(self) -> Any:
        return (_again, (self.code, self.message, dict(self.__dict__)))

    @staticmethod
    def of(code: str, message: str, **detail: Any) -> "ManifoldError":
        """An error of the class that its code has."""
        return ManifoldError._classes.get(code, ManifoldError)(code, message, **detail)


def _again(code: str, message: str, values: Dict[str, Any]) -> ManifoldError:
    error = ManifoldError.of(code, message)
    error.__dict__.update(values)
    return error


def not_manifold() -> ManifoldError:
    return ManifoldError.of(
        "not_manifold",
        "The answer is not one of Manifold’s. Check the url, and what stands between here and there.",
    )


# The client's own codes, beside those of the service.


class NoAnswerError(ManifoldError):
    """No answer came: the address, the network, or the service is down."""

    CODE = "no_answer"


class NotManifoldError(ManifoldError):
    """What answered is not Manifold, or something between changed its answer."""

    CODE = "not_manifold"


class InvalidClientError(ManifoldError):
    """The client id or secret is not accepted."""

    CODE = "invalid_client"


class PageRepeatsError(ManifoldError):
    """The pages of a list lead back to one that was read."""

    CODE = "page_repeats"


class CannotSyncError(ManifoldError):
    """The channel cannot say what changed since a time."""

    CODE = "cannot_sync"


class InvalidStateError(ManifoldError):
    """The state of a sync is damaged, or belongs to another."""

    CODE = "invalid_state"


class InvalidEventError(ManifoldError):
    """What came is not an event that this service signed."""

    CODE = "invalid_event"


class NoResultError(ManifoldError):
    """The result of an execution is not kept, or not any more."""

    CODE = "no_result"
