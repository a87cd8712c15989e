using Unpause.Recordings.Garbage;
using Unpause.Recordings.Secrets;
using Unpause.Requests;

namespace Unpause.Reports;

/// <summary>
/// Redacts possible secrets in what was read. Reports are made from redacted data, so no output can show more. Pauses, collections and
/// requests are shared, not copied.
/// </summary>
internal static class RedactedFacts
{
    /// <summary>A recording with redacted command line, settings, notes and request names.</summary>
    public static Recording Redact(Recording recording) => recording with
    {
        Source = recording.Source with
        {
            Command = recording.Source.Command is { } command ? Redaction.Text(command) : null,
            Settings = Redaction.Values(recording.Source.Settings),
        },
        Coverage = recording.Coverage.With(Redaction.Text),
        Requests = recording.Requests is { } requests
            ? requests with { Names = [.. requests.Names.Select(Redaction.RequestName)] }
            : null,
        Triggers = recording.Triggers?.WithThreads(Redaction.Text),
        // Keys of dictionaries are data of the application.
        Garbage = recording.Garbage is { } garbage ? garbage with { Cycles = [.. garbage.Cycles.Select(Redact)] } : null,
    };

    private static GarbageCycle Redact(GarbageCycle cycle) => cycle with
    {
        Path = cycle.Path is { } path ? Redaction.Text(path) : null,
        Cure = Redaction.Text(cycle.Cure),
    };

    /// <summary>Requests with redacted names and unparsed lines.</summary>
    public static RequestSet Redact(RequestSet set) =>
        set.With(set.Names.Select(Redaction.RequestName), set.Coverage.With(Redaction.RequestName));

    /// <summary>An identity with redacted labels.</summary>
    public static RunIdentity Redact(RunIdentity identity) =>
        identity.Labels.Count == 0 ? identity : identity with { Labels = [.. Redaction.Values(identity.Labels)] };
}
