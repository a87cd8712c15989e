namespace Unpause.Tests;

/// <summary>A test with cases on data of the shared folder, which a checkout alone lacks: left out where they are absent.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CorpusTheoryAttribute : TheoryAttribute
{
    /// <param name="parts">The file's or folder's path below the shared folder.</param>
    public CorpusTheoryAttribute(params string[] parts) => Skip = LeftOut.WithoutShared(parts);
}
