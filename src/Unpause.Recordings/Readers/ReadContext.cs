namespace Unpause.Recordings.Readers;

/// <summary>What a reader knows about its input.</summary>
/// <param name="Files">Names for <see cref="Recordings.Source.Files"/>.</param>
/// <param name="LinesBefore">Lines of other text that were skipped before the stream's position, so
/// that line numbers are the file's own.</param>
public sealed record ReadContext(IReadOnlyList<string> Files, long LinesBefore = 0)
{
    /// <summary>What is kept is counted here.</summary>
    public MemoryLimit Memory { get; init; } = new();

    /// <summary>Takes each recording when it begins, to look at it while it is filled; null for nobody.</summary>
    internal Action<RecordingBuilder>? Follow { get; init; }

    /// <summary>When the lines arrived, where their prefixes say so; else null.</summary>
    public Prefixes.LineTimes? Times { get; init; }
}
