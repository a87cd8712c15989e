namespace Unpause.Tests;

/// <summary>A test that only root can run: namespaces, other users. Left out for others.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootFactAttribute : FactAttribute
{
    /// <inheritdoc/>
    public override string? Skip { get; set; } = LeftOut.WithoutRoot();
}
