using Unpause.Recordings.Loading;
using Unpause.Recordings.Words;

namespace Unpause.Cli.Sessions;

/// <summary>How a live process was recorded, and its properties.</summary>
/// <param name="Process">The process; its duration is that of the recording.</param>
/// <param name="Ended">Whether the process ended before the recording.</param>
/// <param name="NotRecorded">What is missing, one sentence each.</param>
internal sealed record LiveFacts(Observation Process, bool Ended, IReadOnlyList<string> NotRecorded)
{
    private const string LiveSeries = "live";

    /// <summary>From a finished recording.</summary>
    public static LiveFacts From(LiveResult result)
    {
        var (process, length) = (result.Process, (long)result.Duration.TotalNanoseconds);
        return new LiveFacts(
            new Observation(
                process.Id, process.Version, process.Collector, CommandText.Join(process.Command), process.HeapLimitBytes, length)
            { Settings = result.Settings, EndedAt = result.EndedAt },
            result.End == LiveEnd.ProcessEnded,
            result.NotRecorded);
    }

    /// <summary>Reads the recording, and the runtime's own log of the time before it.</summary>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        // All inputs are of one process: its earlier log and our recording become one log where their timestamps are comparable.
        var loaded = RuntimeTable.Default.Load([.. inputs.Select(input => input with { Series = LiveSeries })]);
        var own = inputs.Count > 0 ? inputs[0].Name : null;
        var recordings = loaded.Recordings.Select(Complete).ToList();
        var notRecorded = NotRecorded.ToList();
        var length = Quantities.Duration(Process.DurationNanoseconds ?? 0);
        if (Ended) notRecorded.Add($"process {Process.ProcessId} ended after {length} of recording");
        if (!recordings.Exists(IsLive)) notRecorded.Add($"no GC ran in process {Process.ProcessId} in {length}");
        // A recording without a GC is not unreadable.
        var unread = loaded.Unread.Where(input => input.Fault != InputFault.Empty).ToList();
        notRecorded.AddRange(unread.Select(input => $"{input.Name} could not be read: {input.Reason}"));
        return new ReportMaterial(recordings)
        {
            NotRecorded = notRecorded,
            Incomplete = unread.Count > 0 || recordings.Exists(IsCut),
            LiveProcess = Ended ? null : Process.ProcessId,
        };

        bool IsLive(Recording recording) => own is not null && recording.Source.Files.Contains(own);

        // If the process ended, its recording is cut off in the middle of a record. That is already reported above.
        bool IsCut(Recording recording) => recording.Coverage.Unreadable && !(Ended && IsLive(recording));

        // Only our own recording has the recorded duration. A log that could not be joined keeps its file name, to distinguish the two.
        Recording Complete(Recording recording)
        {
            if (!IsLive(recording))
            {
                return (Process with { Command = null, DurationNanoseconds = null, EndedAt = null }).Complete(recording);
            }

            // A second file of a .NET process is the list of its heap's objects.
            var before = recording.Source.Runtime == Runtimes.DotNet
                ? null
                : recording.Source.Files.FirstOrDefault(file => file != own);
            return (Process with { EndedAt = before is null ? null : Process.EndedAt, Before = before }).Complete(recording);
        }
    }
}
