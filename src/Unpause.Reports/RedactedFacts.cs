using Unpause.Recordings;
using Unpause.Recordings.Garbage;
using Unpause.Requests;
using Unpause.Secrets;

namespace Unpause.Reports;

/// <summary>
/// What was read, without what is or may be a secret. A report is made of these, so that no output can show more; pauses, collections and
/// requests are shared.
/// </summary>
internal static class RedactedFacts
{
    /// <summary>A recording whose command line, settings, remarks and names of requests hide their secrets.</summary>
    public static Recording Of(Recording recording) => recording with
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
        // Keys of dictionaries are the program's data.
        Garbage = recording.Garbage is { } garbage ? garbage with { Cycles = [.. garbage.Cycles.Select(Of)] } : null,
    };

    private static GarbageCycle Of(GarbageCycle cycle) => cycle with
    {
        Path = cycle.Path is { } path ? Redaction.Text(path) : null,
        Cure = Redaction.Text(cycle.Cure),
    };

    /// <summary>Requests whose names, and lines that were not understood, hide their secrets.</summary>
    public static RequestSet Of(RequestSet set) =>
        set.With(set.Names.Select(Redaction.RequestName), set.Coverage.With(Redaction.RequestName));

    /// <summary>An identity whose labels hide theirs.</summary>
    public static RunIdentity Of(RunIdentity identity) =>
        identity.Labels.Count == 0 ? identity : identity with { Labels = [.. Redaction.Values(identity.Labels)] };
}
