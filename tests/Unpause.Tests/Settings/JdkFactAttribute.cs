namespace Unpause.Tests.Settings;

/// <summary>A test with a JDK that few machines have: left out, and counted, where it isn't.</summary>
/// <param name="major">The JDK's version.</param>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class JdkFactAttribute(int major) : FactAttribute
{
    /// <inheritdoc/>
    public override string? Skip { get; set; } =
        InstalledJdk.Find(major) is null ? $"no JDK {major} here, nor in another root (UNPAUSE_JDK_ROOT)" : null;
}
