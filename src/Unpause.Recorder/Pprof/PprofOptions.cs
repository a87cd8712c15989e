namespace Unpause.Recorder.Pprof;

/// <summary>What <see cref="PprofRecorder"/> records.</summary>
/// <param name="Address">Where.</param>
/// <param name="Duration">How long.</param>
/// <param name="Folder">Where to keep it; null: a temporary folder.</param>
public sealed record PprofOptions(PprofAddress Address, TimeSpan Duration, string? Folder = null)
{
    /// <summary>Whether what is or may be a secret is shown in the program's arguments.</summary>
    public bool ArgumentsShown { get; init; }

    /// <summary>Called once when recording is on.</summary>
    public Action? Started { get; init; }
}
