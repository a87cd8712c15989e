namespace Unpause.Recorder.Runtimes;

/// <summary>Result of enabling recording in a runtime.</summary>
internal sealed record SwitchOutcome
{
    /// <summary>The runtime records into the folder by itself.</summary>
    public static SwitchOutcome On { get; } = new();

    /// <summary>The program does not use the runtime: nothing was set, and nothing is missing.</summary>
    public static SwitchOutcome Nothing { get; } = new();

    /// <summary>Why nothing is recorded, one sentence; null when recording is enabled.</summary>
    public string? NotRecorded { get; init; }

    /// <summary>Whether the sentence matters only if a program of that runtime ran.</summary>
    public bool OnlyIfItRan { get; init; }

    /// <summary>
    /// The path, as Latin-1, of a recording that the user has enabled and that is read instead of unpause's; null when there is none.
    /// </summary>
    public string? UsersPath { get; init; }

    /// <summary>unpause's part of the note that java launchers print to stderr, as Latin-1; null when there is none.</summary>
    public string? JavaOption { get; init; }

    /// <summary>Whether the switch is among CMD's arguments, so that no other program has it.</summary>
    public bool IsCommandsOwn { get; init; }

    /// <summary>Whether the runtime writes the recording as lines to stderr, from which they are removed.</summary>
    public bool WritesLines { get; init; }

    /// <summary>Whether the user had enabled those lines and expects to see them.</summary>
    public bool KeepsLines { get; init; }

    /// <summary>Nothing is recorded, for a reason in one sentence.</summary>
    public static SwitchOutcome Not(string sentence) => new() { NotRecorded = sentence };
}
