using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>Which runtimes will record where, and the environment that tells them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RecordingPlan
{
    /// <summary>Makes the folder and sets every runtime's switch that can be set.</summary>
    /// <param name="options">What the user wants.</param>
    /// <param name="runtimes">The runtimes.</param>
    /// <param name="target">Makes what the switches are set for, from the folder.</param>
    public RecordingPlan(RunOptions options, RecorderTable runtimes, Func<RecordingPlace, SwitchTarget> target)
    {
        Place = RecordingPlace.Make(options.Folder, OwnRights.ProgramsMayChangeUser, NotRecorded);
        if (Place is null) return;
        var program = target(Place);
        program.Environment.Set(RecordingPlace.Variable, Bytes.Carry(Place.Path));
        foreach (var runtime in runtimes.Runtimes) Take(runtime.Switch.TurnOn(program));
    }

    /// <summary>Where is recorded, or null when nothing is.</summary>
    public RecordingPlace? Place { get; }

    /// <summary>What is missing, one sentence each.</summary>
    public List<string> NotRecorded { get; } = [];

    /// <summary>Those sentences among them that matter only where a program of their runtime ran.</summary>
    public List<string> NotRecordedIfItRan { get; } = [];

    /// <summary>Our part of JDK_JAVA_OPTIONS as Latin-1, or null.</summary>
    public string? JavaOption { get; private set; }

    /// <summary>CMD records itself by its arguments.</summary>
    public bool CommandHasSwitch { get; private set; }

    /// <summary>Go's gc lines come on stderr.</summary>
    public bool TakesGcLines { get; private set; }

    /// <summary>The user had them on and expects to see them.</summary>
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
