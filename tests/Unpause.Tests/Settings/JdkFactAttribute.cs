namespace Unpause.Tests.Settings;

/// <summary>A test that requires a JDK: skipped, and counted, if it isn't installed.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class JdkFactAttribute : FactAttribute
{
    /// <param name="major">Major version of the JDK.</param>
    public JdkFactAttribute(int major) =>
        Skip = InstalledJdk.Find(major) is null ? $"no JDK {major} here, nor in another root (UNPAUSE_JDK_ROOT)" : null;
}
