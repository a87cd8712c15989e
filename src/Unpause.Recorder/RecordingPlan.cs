using System.Runtime.Versioning;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>Which runtimes will record where, and the environment for that.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RecordingPlan
{
    /// <summary>Creates the folder and enables recording in every runtime that allows it.</summary>
    /// <param name="target">Creates the target of the switches from the folder.</param>
    public RecordingPlan(RunOptions options, RecorderTable runtimes, Func<RecordingPlace, SwitchTarget> target)
    {
        Place = RecordingPlace.Make(options.Folder, OwnRights.ProgramsMayChangeUser, NotRecorded);
        if (Place is null) return;
        var program = target(Place);
        program.Environment.Set(RecordingPlace.Variable, Bytes.Carry(Place.Path));
        foreach (var runtime in runtimes.Runtimes) Take(runtime.Switch.TurnOn(program));
    }

    /// <summary>Where the recording is written, or null when nothing is recorded.</summary>
    public RecordingPlace? Place { get; }

    /// <summary>What is missing, one sentence each.</summary>
    public List<string> NotRecorded { get; } = [];

    /// <summary>The sentences among them that matter only if a program of their runtime ran.</summary>
    public List<string> NotRecordedIfItRan { get; } = [];

    /// <summary>unpause's part of JDK_JAVA_OPTIONS as Latin-1, or null.</summary>
    public string? JavaOption { get; private set; }

    /// <summary>Whether CMD records itself through its arguments.</summary>
    public bool CommandHasSwitch { get; private set; }

    /// <summary>Whether gctrace lines are taken from stderr.</summary>
    public bool TakesGcLines { get; private set; }

    /// <summary>Whether the user had enabled them and expects to see them.</summary>
    public bool KeepGcLines { get; private set; }

    /// <summary>The path of the user's own recording, or null.</summary>
    public string? UsersPath { get; private set; }

    private void Take(SwitchOutcome outcome)
    {
        if (outcome.NotRecorded is { } sentence)
        {
            NotRecorded.Add(sentence);
            if (outcome.OnlyIfItRan) NotRecordedIfItRan.Add(sentence);
        }

        UsersPath ??= outcome.UsersPath;
        JavaOption ??= outcome.JavaOption;
        CommandHasSwitch |= outcome.IsCommandsOwn;
        TakesGcLines |= outcome.WritesLines;
        KeepGcLines |= outcome.KeepsLines;
    }
}
