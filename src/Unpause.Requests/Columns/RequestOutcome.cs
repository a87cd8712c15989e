namespace Unpause.Requests.Columns;

/// <summary>How a request went, from a load test's columns.</summary>
internal static class RequestOutcome
{
    /// <summary>
    /// How exactly the start of a load test is known to its user: hey 0.1.4 begins to count some 8 ms after it was started.
    /// </summary>
    public const long OwnStartNanoseconds = 10_000_000;

    // RFC 9110, 15: 4xx and 5xx are errors. Load tests write 0 where there was no answer.
    private const long FirstError = 400;

    /// <summary>Whether a status means failure; null when it is no number.</summary>
    public static bool? FailedByStatus(ReadOnlySpan<byte> status)
    {
        var cursor = new Utf8Cursor(status);
        return cursor.TryTakeInteger(out var code) && cursor.AtEnd ? code is <= 0 or >= FirstError : null;
    }

    /// <summary>Whether <c>true</c> or <c>false</c> means failure; null when it is neither.</summary>
    public static bool? FailedBySuccess(ReadOnlySpan<byte> success) =>
        success.SequenceEqual("true"u8) ? false : success.SequenceEqual("false"u8) ? true : null;
}
