namespace Unpause.Tests.Settings;

/// <summary>A test that requires a JDK: skipped, and counted, if it isn't installed.</summary>
/// <param name="major">Major version of the JDK.</param>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class JdkFactAttribute(int major) : FactAttribute
{
    /// <inheritdoc/>
    public override string? Skip { get; set; } =
        InstalledJdk.Find(major) is null ? $"no JDK {major} here, nor in another root (UNPAUSE_JDK_ROOT)" : null;
}
