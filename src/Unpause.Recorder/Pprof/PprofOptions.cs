namespace Unpause.Recorder.Pprof;

/// <summary>What <see cref="PprofRecorder"/> records.</summary>
/// <param name="Address">The server.</param>
/// <param name="Duration">How long.</param>
/// <param name="Folder">Where to keep it; null: a temporary folder.</param>
public sealed record PprofOptions(PprofAddress Address, TimeSpan Duration, string? Folder = null)
{
    /// <summary>Whether the program's arguments are shown without redacting possible secrets.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>Called once when recording has started.</summary>
    public Action? Started { get; init; }
}
