namespace Unpause.Collections.Tests;

/// <summary>A test that needs gigabytes: left out unless UNPAUSE_SOAK asks for long runs.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class SoakFactAttribute : FactAttribute
{
    public SoakFactAttribute() => Skip = Steps.Soak == 1 ? "needs 2.2 GB: set UNPAUSE_SOAK=2" : null;
}
