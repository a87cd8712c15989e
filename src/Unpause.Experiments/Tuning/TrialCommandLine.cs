namespace Unpause.Experiments.Tuning;

/// <summary>The hidden commands of unpause that <c>tune</c> starts: one records a trial, one reads it.</summary>
public static class TrialCommandLine
{
    /// <summary>Records a trial into its folder.</summary>
    public const string Run = "run-trial";

    /// <summary>Reads a trial's files and prints its numbers.</summary>
    public const string Read = "read-trial";

    /// <summary>Options of <see cref="Read"/>; times in nanoseconds since 1970.</summary>
    public const string
        Began = "--began", From = "--from", Until = "--until", Slow = "--slow-ns", Requests = "--requests", Recordings = "--recordings";

    /// <summary>The arguments that read a trial.</summary>
    /// <param name="recordings">The folder of the recordings; null when there are none.</param>
    /// <param name="requests">The file of the requests; null when there is none.</param>
    /// <param name="began">When the load was started, nanoseconds since 1970; null when there is none.</param>
    /// <param name="window">When the load was; null for the whole run.</param>
    /// <param name="slowNanoseconds">Which requests are slow; null when the user didn't say.</param>
    public static IReadOnlyList<string> ReadArguments(
        string? recordings, string? requests, long? began, TrialWindow? window, long? slowNanoseconds) =>
    [
        Read,
        .. recordings is null ? [] : (string[])[$"{Recordings}={recordings}"],
        .. requests is null ? [] : (string[])[$"{Requests}={requests}"],
        .. began is null ? [] : (string[])[$"{Began}={began}"],
        .. window is null ? [] : (string[])[$"{From}={window.FromUnixNanoseconds}", $"{Until}={window.UntilUnixNanoseconds}"],
        .. slowNanoseconds is null ? [] : (string[])[$"{Slow}={slowNanoseconds}"],
    ];
}
