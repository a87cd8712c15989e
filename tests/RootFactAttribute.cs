namespace Unpause.Tests;

/// <summary>A test that only root can run: namespaces, other users. Left out for others.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RootFactAttribute : FactAttribute
{
    public RootFactAttribute() => Skip = LeftOut.WithoutRoot();
}
