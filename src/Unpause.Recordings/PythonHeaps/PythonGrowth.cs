using System.Collections.Frozen;

namespace Unpause.Recordings.PythonHeaps;

/// <summary>Differences between two snapshots of CPython heaps besides the counts of their types.</summary>
/// <param name="Newest">What retains the newest objects of the types that grew, largest growth first.</param>
public sealed record PythonGrowth(PythonHeap Before, PythonHeap After, IReadOnlyList<NewestObjects> Newest)
{
    /// <summary>The time between them; null if they are of different processes.</summary>
    public long? Nanoseconds => After.Since(Before);

    /// <summary>Compares two snapshots.</summary>
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

/// <summary>The newest objects of a type that are retained in the same way.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Objects">Number of objects.</param>
/// <param name="Followed">Number of objects of the type with a known path.</param>
/// <param name="Way">The path to them, without its varying parts.</param>
public sealed record NewestObjects(string Type, int Objects, int Followed, string Way)
{
    /// <summary>Whether they are significant: objects with many different paths are no leak.</summary>
    private bool IsTelling => Objects * 2 >= Followed;

    /// <summary>
    /// Groups objects that are retained in the same way, the most frequent path of a type first. Paths of less than half of a type's
    /// objects are left out.
    /// </summary>
    public static IReadOnlyList<NewestObjects> Group(IReadOnlyList<RetentionPath> newest)
    {
        var groups = new List<NewestObjects>();
        foreach (var type in newest.GroupBy(way => way.Type, StringComparer.Ordinal))
        {
            var all = type.Count();
            groups.AddRange(type.GroupBy(way => way.Kind, StringComparer.Ordinal)
                .Select(group => new NewestObjects(type.Key, group.Count(), all, Common([.. group])))
                .Where(group => group.IsTelling)
                .OrderByDescending(group => group.Objects).ThenBy(group => group.Way, StringComparer.Ordinal));
        }

        return groups;
    }

    private static string Common(List<RetentionPath> ways)
    {
        var first = ways[0].Parts;
        return string.Concat(first.Select((part, at) =>
            ways.TrueForAll(way => at < way.Parts.Count && way.Parts[at].Text == part.Text) ? part.Text : part.Kind));
    }
}
