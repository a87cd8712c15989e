using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Cli.Sessions;

/// <summary>How a Go program was recorded over net/http/pprof.</summary>
/// <param name="Address">Its host and port.</param>
/// <param name="Command">Its command line; null when unknown.</param>
/// <param name="NotRecorded">What is missing, one sentence each.</param>
internal sealed record PprofFacts(string Address, string? Command, IReadOnlyList<string> NotRecorded)
{
    /// <summary>Reads all files as one process's.</summary>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        var loaded = RecordingLoader.Load([.. inputs.Select(input => input with { Session = Address })]);
        var notRecorded = NotRecorded.ToList();
        notRecorded.AddRange(loaded.Unread.Select(input => $"{input.Name} could not be read: {input.Reason}"));
        return new ReportMaterial([.. loaded.Recordings.Select(Complete)])
        {
            NotRecorded = notRecorded,
            Incomplete = loaded.Unread.Any(input => input.Fault == InputFault.Damaged)
                || loaded.Recordings.Any(recording => recording.Coverage.Unreadable),
        };
    }

    private Recording Complete(Recording recording) => Command is null ? recording : recording.OfCommand(Command);
}
