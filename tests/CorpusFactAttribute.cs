namespace Unpause.Tests;

/// <summary>A test on data of the shared folder, which a checkout alone lacks: left out where they are absent.</summary>
/// <param name="parts">The file's or folder's path below the shared folder.</param>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CorpusFactAttribute(params string[] parts) : FactAttribute
{
    /// <inheritdoc/>
    public override string? Skip { get; set; } = LeftOut.WithoutShared(parts);
}
