using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Experiments.Labs.Guests;

/// <summary>The shared libraries that this process has, as its loader found them (dl_iterate_phdr(3)).</summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class LoadedLibraries
{
    /// <summary>Full paths, by which a loader elsewhere finds them too.</summary>
    public static IReadOnlyList<string> Paths()
    {
        var paths = new List<string>();
        var handle = GCHandle.Alloc(paths);
        try
        {
            Iterate(&Take, GCHandle.ToIntPtr(handle));
        }
        finally
        {
            handle.Free();
        }

        return paths;
    }

    /// <summary>One of them: struct dl_phdr_info begins with its address and the pointer to its name.</summary>
    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static int Take(nint* library, nint length, nint list)
    {
        // The program itself has no name, and what the kernel maps has no path.
        if (Marshal.PtrToStringUTF8(library[1]) is { } path && path.StartsWith('/') && File.Exists(path))
            ((List<string>)GCHandle.FromIntPtr(list).Target!).Add(path);
        return 0;
    }

    [LibraryImport("libc", EntryPoint = "dl_iterate_phdr")]
    private static partial int Iterate(delegate* unmanaged[Cdecl]<nint*, nint, nint, int> take, nint list);
}
