namespace Unpause.Tests;

/// <summary>A test with cases that only root can run: namespaces, other users. Left out for others.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootTheoryAttribute : TheoryAttribute
{
    /// <inheritdoc/>
    public override string? Skip { get; set; } = LeftOut.WithoutRoot();
}
