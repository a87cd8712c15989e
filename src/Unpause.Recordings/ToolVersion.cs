using System.Reflection;

namespace Unpause.Recordings;

/// <summary>The version of this build.</summary>
public static class ToolVersion
{
    /// <summary>For example <c>0.3.0</c>.</summary>
    public static string Text { get; } =
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? "unknown";
}
