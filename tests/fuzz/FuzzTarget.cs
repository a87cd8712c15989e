namespace Unpause.Fuzz;

/// <summary>One reader that is fuzzed.</summary>
/// <param name="Name">Its name on the command line and in the table; the corpus is the folder of that name.</param>
/// <param name="Read">
/// Reads an input as the product does. It may return the later stages (analysis and writers), which run for a part of the inputs only,
/// because they cost far more than reading; null when nothing was read.
/// </param>
/// <param name="Seeds">Files of the repository to start from, as patterns below its root; gzip is unpacked and long files are cut.</param>
internal sealed record FuzzTarget(string Name, Func<byte[], Action?> Read, params IReadOnlyList<string> Seeds)
{
    /// <summary>Whether an exception is the documented answer to bad input, which the command turns into a sentence.</summary>
    public Predicate<Exception> IsDocumented { get; init; } = static _ => false;

    /// <summary>Whether an input of unknown origin is of this target's format.</summary>
    public Predicate<byte[]> Takes { get; init; } = static _ => false;

    /// <summary>Words of the format that seeds may lack.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];
}
