"""A class for each code with which the service says what is wrong.

Made from the service’s OpenAPI document by `npm run client:python`; do not edit.
"""

from .errors import ManifoldError

__all__ = [
    "InvalidRequestError",
    "UnsupportedFilterError",
    "UnsupportedIncludeError",
    "InvalidPageTokenError",
    "InvalidCursorError",
    "UnsupportedChannelError",
    "AddressNotAllowedError",
    "BodyTooLargeError",
    "UnsupportedMediaTypeError",
    "InvalidTokenError",
    "InsufficientScopeError",
    "UnknownUserError",
    "NotFoundError",
    "MethodNotAllowedError",
    "ChannelNotLinkedError",
    "CursorExpiredError",
    "IdempotencyKeyReusedError",
    "WriteInProgressError",
    "TooManyWatchesError",
    "RateLimitedError",
    "ResultQuotaMetError",
    "CredentialRefusedError",
    "KeysMissingError",
    "PermissionMissingError",
    "ChannelRateLimitedError",
    "ChannelFailedError",
    "ChannelInvalidResponseError",
    "ChannelTimeoutError",
    "DeadlinePassedError",
    "AppRefusedError",
    "SetAsideError",
    "UnexpectedError",
    "UnavailableError",
]


class InvalidRequestError(ManifoldError):
    """The query or the body is wrong."""

    CODE = "invalid_request"


class UnsupportedFilterError(ManifoldError):
    """The channel cannot honour this filter exactly."""

    CODE = "unsupported_filter"


class UnsupportedIncludeError(ManifoldError):
    """The channel does not have what the request wants included."""

    CODE = "unsupported_include"


class InvalidPageTokenError(ManifoldError):
    """The page token was changed, has expired, or belongs to another request."""

    CODE = "invalid_page_token"


class InvalidCursorError(ManifoldError):
    """The cursor of the log of changes is not one of this client’s."""

    CODE = "invalid_cursor"


class UnsupportedChannelError(ManifoldError):
    """There is no such channel, or it does not have this resource."""

    CODE = "unsupported_channel"


class AddressNotAllowedError(ManifoldError):
    """The address is in a private network or not one of the vendor’s."""

    CODE = "address_not_allowed"


class BodyTooLargeError(ManifoldError):
    """The body is over 1 MiB."""

    CODE = "body_too_large"


class UnsupportedMediaTypeError(ManifoldError):
    """The body is not JSON."""

    CODE = "unsupported_media_type"


class InvalidTokenError(ManifoldError):
    """No access token, or not a valid one."""

    CODE = "invalid_token"


class InsufficientScopeError(ManifoldError):
    """The token lacks the scope."""

    CODE = "insufficient_scope"


class UnknownUserError(ManifoldError):
    """No user has this tpUserId."""

    CODE = "unknown_user"


class NotFoundError(ManifoldError):
    """There is no such path, delivery, execution or event address."""

    CODE = "not_found"


class MethodNotAllowedError(ManifoldError):
    """The address is right, the method is not."""

    CODE = "method_not_allowed"


class ChannelNotLinkedError(ManifoldError):
    """The user has not authorised this channel."""

    CODE = "channel_not_linked"


class CursorExpiredError(ManifoldError):
    """The log of changes no longer reaches back to this cursor."""

    CODE = "cursor_expired"


class IdempotencyKeyReusedError(ManifoldError):
    """The key was used for another request before."""

    CODE = "idempotency_key_reused"


class WriteInProgressError(ManifoldError):
    """A call with the same key, or for the same order or variant, is under way."""

    CODE = "write_in_progress"


class TooManyWatchesError(ManifoldError):
    """The client has as many watches as it may have."""

    CODE = "too_many_watches"


class RateLimitedError(ManifoldError):
    """The client sent too many requests, or has too many calls under way."""

    CODE = "rate_limited"


class ResultQuotaMetError(ManifoldError):
    """No more results of background executions are kept for this client now."""

    CODE = "result_quota_met"


class CredentialRefusedError(ManifoldError):
    """The channel refused the credential."""

    CODE = "credential_refused"


class KeysMissingError(ManifoldError):
    """The key that the credentials of this user are sealed with is gone: the user must link again."""

    CODE = "keys_missing"


class PermissionMissingError(ManifoldError):
    """The credential is good, but lacks a permission."""

    CODE = "permission_missing"


class ChannelRateLimitedError(ManifoldError):
    """The channel’s own limit cannot be waited out within the deadline."""

    CODE = "channel_rate_limited"


class ChannelFailedError(ManifoldError):
    """The channel answered with an error of its own."""

    CODE = "channel_failed"


class ChannelInvalidResponseError(ManifoldError):
    """The channel’s answer was broken, too large, or not what it should be."""

    CODE = "channel_invalid_response"


class ChannelTimeoutError(ManifoldError):
    """The channel was too slow for the deadline."""

    CODE = "channel_timeout"


class DeadlinePassedError(ManifoldError):
    """The client’s own override rules were not done within the deadline."""

    CODE = "deadline_passed"


class AppRefusedError(ManifoldError):
    """The operator’s own app at the channel is not set, or the channel refuses it. The user’s link stays."""

    CODE = "app_refused"


class SetAsideError(ManifoldError):
    """The service ended twice while this background execution ran; it is not run again."""

    CODE = "set_aside"


class UnexpectedError(ManifoldError):
    """A fault of this service."""

    CODE = "unexpected"


class UnavailableError(ManifoldError):
    """The service is shutting down, has all its places or connections taken, or its store cannot be
    reached or written."""

    CODE = "unavailable"
