using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Tests.Toy;

/// <summary>A Toy is a process that sleeps for <see cref="Seconds"/>; its live recording is a line of text.</summary>
internal sealed class LiveToy : ILiveRuntime
{
    public const string Seconds = "4321";

    /// <inheritdoc/>
    public IReadOnlyList<LiveAbility> Abilities { get; } = [new(LiveCapability.Record, "2 and later"), new(LiveCapability.Ring)];

    /// <inheritdoc/>
    public string Help => "a line of text.";

    /// <inheritdoc/>
    public string WhenKilled => "a Toy forgets it";

    /// <inheritdoc/>
    public string Because => "a Toy is simple";

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveProcess? Describe(ProcessView process) =>
        process.Arguments is ["sleep", Seconds] ? new LiveProcess(process.Id, "me", ToyRow.Id) { Command = process.Arguments } : null;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public void CheckRoom(ProcessView process) => RunFolder.CheckRoom();

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var folder = LiveFolder.ForUs(null);
        var file = folder.MakeFile("toy.log");
        File.WriteAllText(file, "toy\n");
        return new LiveResult(folder)
        {
            Inputs = [RecordingInput.File(file)],
            End = LiveWait.For(process, options.Duration, stop),
            Duration = options.Duration ?? default,
            Process = description,
            NotRecorded = [],
        };
    }
}
