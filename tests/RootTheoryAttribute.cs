namespace Unpause.Tests;

/// <summary>A test with cases that only root can run: namespaces, other users. Left out for others.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootTheoryAttribute : TheoryAttribute
{
    public RootTheoryAttribute() => Skip = LeftOut.WithoutRoot();
}
