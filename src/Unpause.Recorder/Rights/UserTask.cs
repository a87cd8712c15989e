namespace Unpause.Recorder.Rights;

/// <summary>What a <see cref="UserHelper"/> is asked for: the first number of struct task in helper/helper.c.</summary>
internal enum UserTask
{
    /// <summary>To become a user: its number, its group's, how many more groups, and these, four bytes each.</summary>
    Become = 1,

    /// <summary>openat2(2).</summary>
    Open,

    /// <summary>To open a regular file that is open for its place alone.</summary>
    Reopen,

    /// <summary>mkdirat(2).</summary>
    MakeFolder,

    /// <summary>unlinkat(2).</summary>
    Remove,

    /// <summary>statx(2).</summary>
    Look,

    /// <summary>getdents64(2); from the first entry on where the flags are not 0.</summary>
    List,

    /// <summary>fstatfs(2).</summary>
    Room,

    /// <summary>Whether files can be made in a folder.</summary>
    MayWrite,

    /// <summary>connect(2) to what is open for its place alone; the socket is the second descriptor.</summary>
    Connect,

    /// <summary>pread(2): as many bytes as the mode says, from the place that the last number says.</summary>
    ReadAt,

    /// <summary>pwrite(2) of the text, to the place that the last number says.</summary>
    WriteAt,
}
