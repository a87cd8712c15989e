namespace Unpause.Tests;

/// <summary>A test on data of the shared folder, which a checkout alone lacks: left out where they are absent.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class CorpusFactAttribute : FactAttribute
{
    /// <param name="parts">The file's or folder's path below the shared folder.</param>
    public CorpusFactAttribute(params string[] parts) => Skip = LeftOut.WithoutShared(parts);
}
