using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Cli.Labs.Guests;

/// <summary>The unpause that this process is: what a machine needs that has nothing, to run it.</summary>
/// <param name="Command">How it is started there.</param>
/// <param name="Files">Full paths, the same there as here.</param>
[SupportedOSPlatform("linux")]
internal sealed record OwnProgram(IReadOnlyList<string> Command, IReadOnlyCollection<string> Files)
{
    /// <summary>Finds it.</summary>
    public static OwnProgram Find()
    {
        var files = new SortedSet<string>(LoadedLibraries.Paths(), StringComparer.Ordinal);
        // Where libraries are that stand in no usual folder.
        const string LibraryCache = "/etc/ld.so.cache";
        if (File.Exists(LibraryCache)) files.Add(LibraryCache);
        if (Assembly.GetEntryAssembly()?.Location is not { Length: > 0 } assembly)
        {
            files.Add(Environment.ProcessPath!);
            return new OwnProgram([Environment.ProcessPath!], files);
        }

        // shared/Microsoft.NETCore.App/VERSION/ is three folders below what starts programs.
        var runtime = RuntimeEnvironment.GetRuntimeDirectory();
        var root = Path.GetFullPath("../../..", runtime);
        var program = Path.Combine(root, "dotnet");
        files.Add(program);
        files.UnionWith(Directory.EnumerateFiles(Path.Combine(root, "host", "fxr"), "*", SearchOption.AllDirectories));
        files.UnionWith(Directory.EnumerateFiles(runtime));
        // As the host listed them (docs/design/features/host-probing.md of dotnet/runtime).
        var assemblies = AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES") as string ?? "";
        files.UnionWith(assemblies.Split(':', StringSplitOptions.RemoveEmptyEntries));
        // What it needs, and the runtime that it wants.
        files.UnionWith(Directory.EnumerateFiles(Path.GetDirectoryName(assembly)!, Path.GetFileNameWithoutExtension(assembly) + ".*.json"));
        return new OwnProgram([program, assembly], files);
    }
}
