namespace Unpause.Recorder.Runtimes;

/// <summary>What came of setting a runtime's switch.</summary>
internal sealed record SwitchOutcome
{
    /// <summary>The runtime records into the folder by itself.</summary>
    public static SwitchOutcome On { get; } = new();

    /// <summary>The program is none of the runtime's: nothing was set, and nothing is missing.</summary>
    public static SwitchOutcome Nothing { get; } = new();

    /// <summary>Why nothing is recorded, one sentence; null when it is.</summary>
    public string? NotRecorded { get; init; }

    /// <summary>The sentence matters only where a program of that runtime ran.</summary>
    public bool OnlyIfItRan { get; init; }

    /// <summary>
    /// The path, as Latin-1, of a recording that the user has switched on already and that is
    /// read instead of ours; null when there is none.
    /// </summary>
    public string? UsersPath { get; init; }

    /// <summary>Our part of what java launchers note on stderr, as Latin-1; null when there is none.</summary>
    public string? JavaOption { get; init; }

    /// <summary>The switch is among CMD's arguments, so that no other program has it.</summary>
    public bool IsCommandsOwn { get; init; }

    /// <summary>The runtime writes lines to stderr, and they are the recording: they are taken out of it.</summary>
    public bool WritesLines { get; init; }

    /// <summary>The user had those lines on already and expects to see them.</summary>
    public bool KeepsLines { get; init; }

    /// <summary>Nothing is recorded, for a reason in one sentence.</summary>
    public static SwitchOutcome Not(string sentence) => new() { NotRecorded = sentence };
}
