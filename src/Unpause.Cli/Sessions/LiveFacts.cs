using Unpause.Readers;
using Unpause.Recorder.Live;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>How a live process was recorded, and what it told of itself.</summary>
/// <param name="Process">What it told; its duration is how long was recorded.</param>
/// <param name="Ended">Whether the process ended first.</param>
/// <param name="NotRecorded">What is missing, one sentence each.</param>
internal sealed record LiveFacts(Observation Process, bool Ended, IReadOnlyList<string> NotRecorded)
{
    private const string LiveSeries = "live";

    /// <summary>Of a recording that has ended.</summary>
    public static LiveFacts Of(LiveResult result)
    {
        var (process, length) = (result.Process, (long)result.Duration.TotalNanoseconds);
        return new LiveFacts(
            new Observation(
                process.Id, process.Version, process.Collector, CommandText.Of(process.Command), process.HeapLimitBytes, length)
            { Settings = result.Settings, EndedAt = result.EndedAt },
            result.End == LiveEnd.ProcessEnded,
            result.NotRecorded);
    }

    /// <summary>Reads the recording, and what the runtime's own log says of the time before.</summary>
    public ReportMaterial Read(IReadOnlyList<RecordingInput> inputs)
    {
        // All are of one process: what it logged before, and our recording, are one log where their stamps can be compared.
        var loaded = RecordingLoader.Load([.. inputs.Select(input => input with { Series = LiveSeries })]);
        var own = inputs.Count > 0 ? inputs[0].Name : null;
        var recordings = loaded.Recordings.Select(Complete).ToList();
        var notRecorded = NotRecorded.ToList();
        var length = Quantities.Duration(Process.DurationNanoseconds ?? 0);
        if (Ended) notRecorded.Add($"process {Process.ProcessId} ended after {length} of recording");
        if (!recordings.Exists(IsLive)) notRecorded.Add($"process {Process.ProcessId} made no collection in {length}");
        // A recording without a collection is none that can't be read.
        var unread = loaded.Unread.Where(input => input.Fault != InputFault.Empty).ToList();
        notRecorded.AddRange(unread.Select(input => $"{input.Name} could not be read: {input.Reason}"));
        return new ReportMaterial(recordings)
        {
            NotRecorded = notRecorded,
            Incomplete = unread.Count > 0 || recordings.Exists(IsCut),
            LiveProcess = Ended ? null : Process.ProcessId,
        };

        bool IsLive(Recording recording) => own is not null && recording.Source.Files.Contains(own);

        // Where the process ended, so does its recording, in the middle of whatever was being written: that is told above.
        bool IsCut(Recording recording) => recording.Coverage.Unreadable && !(Ended && IsLive(recording));

        // Only our own recording is as long as we recorded; one that isn't joined keeps its file's name, so that the two are told apart.
        Recording Complete(Recording recording)
        {
            if (!IsLive(recording))
            {
                return (Process with { Command = null, DurationNanoseconds = null, EndedAt = null }).Complete(recording);
            }

            var before = recording.Source.Files.FirstOrDefault(file => file != own);
            return (Process with { EndedAt = before is null ? null : Process.EndedAt, Before = before }).Complete(recording);
        }
    }
}
