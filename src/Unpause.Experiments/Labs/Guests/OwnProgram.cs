using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Experiments.Labs.Guests;

/// <summary>The files of the running unpause that an empty virtual machine needs to run it.</summary>
/// <param name="Command">The command that starts it there.</param>
/// <param name="Files">Full paths, the same there as here.</param>
[SupportedOSPlatform("linux")]
internal sealed record OwnProgram(IReadOnlyList<string> Command, IReadOnlyCollection<string> Files)
{
    /// <summary>Finds the files.</summary>
    public static OwnProgram Find()
    {
        var files = new SortedSet<string>(LoadedLibraries.Paths(), StringComparer.Ordinal);
        // The loader's index of libraries outside the default folders.
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
        // deps.json and runtimeconfig.json.
        files.UnionWith(Directory.EnumerateFiles(Path.GetDirectoryName(assembly)!, Path.GetFileNameWithoutExtension(assembly) + ".*.json"));
        return new OwnProgram([program, assembly], files);
    }
}
