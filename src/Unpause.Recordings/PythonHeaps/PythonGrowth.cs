using System.Collections.Frozen;

namespace Unpause.Recordings.PythonHeaps;

/// <summary>Differences between two snapshots of CPython heaps besides the counts of their types.</summary>
/// <param name="Before">The first.</param>
/// <param name="After">The second.</param>
/// <param name="Newest">What retains the newest objects of the types that grew, largest growth first.</param>
public sealed record PythonGrowth(PythonHeap Before, PythonHeap After, IReadOnlyList<NewestObjects> Newest)
{
    /// <summary>The time between them; null if they are of different processes.</summary>
    public long? Nanoseconds => After.Since(Before);

    /// <summary>Compares two snapshots.</summary>
    /// <param name="before">The first.</param>
    /// <param name="after">The second.</param>
    public static PythonGrowth Compare(PythonHeap before, PythonHeap after)
    {
        var earlier = before.Types.ToLookup(type => type.Name, StringComparer.Ordinal);
        var grown = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var type in after.Types)
            grown[type.Name] = grown.GetValueOrDefault(type.Name) + type.Live - earlier[type.Name].Sum(then => then.Live);
        // Only if a type grew by at least as many objects, those with a path are new. Untracked objects have no path.
        return new PythonGrowth(before, after, [.. NewestObjects.Group(after.Newest)
            .Where(group => grown.GetValueOrDefault(group.Type) >= group.Followed)
            .OrderBy(group => PythonTypeName.IsLibrary(group.Type)).ThenByDescending(group => grown.GetValueOrDefault(group.Type))]);
    }
}

/// <summary>Names of CPython's types with their modules.</summary>
public static class PythonTypeName
{
    // sys.stdlib_module_names of 3.13 and modules removed in 3.12 and 3.13, without those for Windows, tools and jokes.
    private static readonly FrozenSet<string> Library =
        """
        abc argparse array ast asyncio asyncore atexit base64 bdb bisect builtins bz2 calendar cmd codecs codeop collections
        concurrent configparser contextlib contextvars copy copyreg csv ctypes dataclasses datetime dbm decimal difflib dis distutils
        email encodings enum errno faulthandler filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob
        graphlib gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging
        lzma mailbox marshal math mimetypes mmap multiprocessing netrc numbers opcode operator optparse os pathlib pdb pickle pkgutil
        platform plistlib poplib posix posixpath pprint profile pstats pty queue random re reprlib resource runpy sched secrets select
        selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat
        statistics string struct subprocess symtable sys sysconfig syslog tarfile tempfile textwrap threading time timeit token tokenize
        tomllib trace traceback tracemalloc types typing unicodedata unittest urllib uuid warnings wave weakref wsgiref xml xmlrpc
        zipfile zipimport zlib zoneinfo
        """.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries).ToFrozenSet(StringComparer.Ordinal);

    private static readonly FrozenSet<string>.AlternateLookup<ReadOnlySpan<char>> Lookup =
        Library.GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Whether a type belongs to the language or its library, which is not informative by itself.</summary>
    public static bool IsLibrary(string type)
    {
        var dot = type.IndexOf('.', StringComparison.Ordinal);
        if (dot < 0) return true;
        var module = type.AsSpan(0, dot);
        return (module[0] == '_' && !module.StartsWith("__")) || Lookup.Contains(module);
    }
}
