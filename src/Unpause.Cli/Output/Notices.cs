using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Cli.Output;

/// <summary>The software in the packages of unpause, with its licences: <c>packaging/notices.tsv</c>, embedded in the build.</summary>
internal static partial class Notices
{
    private const string Version = "--version", Verbose = "--verbose", OfTheBuild = "of the build", Libc = "GNU C Library";

    /// <summary>Help of <c>--version</c>.</summary>
    public const string Help = $"Show version information. With {Verbose}: also the software inside, and its licences.";

    // Only the native binary is linked with libraries of the system that built it.
    private static readonly bool IsLinked = OperatingSystem.IsLinux() && !RuntimeFeature.IsDynamicCodeSupported;

    /// <summary>Whether this is <c>--version --verbose</c>. System.CommandLine accepts nothing beside <c>--version</c>.</summary>
    public static bool AreAsked(string[] args) => args is [Version, Verbose] or [Verbose, Version];

    /// <summary>The version, and one line for each library.</summary>
    public static string Text()
    {
        var assembly = typeof(Notices).Assembly;
        var version = assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;
        var text = new StringBuilder($"{version}\n\nunpause is licensed under MIT. It contains:\n");
        using var stream = assembly.GetManifestResourceStream("Unpause.Cli.notices.tsv")!;
        using var reader = new StreamReader(stream);
        while (reader.ReadLine() is { } line)
        {
            if (line.Split('\t') is not [var name, var its, var licence, var copyright]) continue;
            if (its == OfTheBuild)
            {
                if (!IsLinked) continue;
                if (name == Libc && OperatingSystem.IsLinux()) its = Marshal.PtrToStringUTF8(LibcVersion())!;
            }

            text.Append($"  {name} {its}: {licence}. {copyright}\n");
        }

        return text.Append("The texts of the licences are in THIRD-PARTY-NOTICES.txt of each package.\n").ToString();
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "gnu_get_libc_version")]
    private static partial nint LibcVersion();
}
