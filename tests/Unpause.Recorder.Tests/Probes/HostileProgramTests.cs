using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>Programs whose tables cause as much reading as possible when <c>unpause run</c> starts them.</summary>
public sealed class HostileProgramTests : IDisposable
{
    private const int HeaderSize = 64, SectionSize = 64, Strings = 4096;
    private const long Gigabyte = 1L << 30;
    private static readonly string[] Names =
    [
        "runtime.stopTheWorldWithSema", "runtime.startTheWorldWithSema", "runtime.finishsweep_m", "runtime.gcMarkTermination",
        "runtime.gcAssistAlloc",
    ];

    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    /// <summary>Five names at the end of a gigabyte of text, and 44 million symbols: all of it was searched for each.</summary>
    [Fact]
    public void Symbols_TwoGigabytesOfHoles_AreGivenUp()
    {
        Write(2 * Gigabyte, [(".strtab", Strings, Gigabyte), (".symtab", Gigabyte + Strings, Gigabyte - Strings)]);
        using (var file = File.OpenHandle(_file, FileMode.Open, FileAccess.Write))
            RandomAccess.Write(file, Encoding.ASCII.GetBytes($"\0{string.Join('\0', Names)}\0"), Gigabyte);
        RequireSoon();
    }

    /// <summary>Half a million functions, each far from the previous one: 64 KiB were read for each, for each name.</summary>
    [Fact]
    public void FunctionTable_FunctionsFarApart_IsGivenUp()
    {
        const int Functions = (1 << 19) - 1, NamesAt = 128, ListAt = 4096;
        Write(Gigabyte, [(".gopclntab", Strings, Gigabyte - Strings)]);
        var table = new byte[ListAt + (Functions * 8)];
        BinaryPrimitives.WriteUInt32LittleEndian(table, 0xFFFFFFF1);
        table[7] = 8;
        foreach (var (word, value) in new (int Word, long Value)[] { (0, Functions), (2, 4096), (3, NamesAt), (7, ListAt) })
            BinaryPrimitives.WriteInt64LittleEndian(table.AsSpan(8 + (word * 8)), value);
        Encoding.ASCII.GetBytes($"\0{string.Join('\0', Names)}\0").CopyTo(table, NamesAt);
        for (var i = 0; i < Functions; i++)
            BinaryPrimitives.WriteInt32LittleEndian(table.AsSpan(ListAt + (i * 8) + 4), 100_000_000 + (i % 2 * 500_000_000));
        using (var file = File.OpenHandle(_file, FileMode.Open, FileAccess.Write)) RandomAccess.Write(file, table, Strings);
        RequireSoon();
    }

    [Fact]
    public void Sections_ThousandsFarApart_AreGivenUp()
    {
        Write(Gigabyte, [.. Enumerable.Range(0, 4000).Select(i => ($"s{i}", (long)Strings, Gigabyte / 2))]);
        RequireSoon();
    }

    private void RequireSoon()
    {
        var since = Stopwatch.GetTimestamp();
        Assert.Null(GoStopPlaces.Locate(_file, assists: true));
        // ReadingBudget allows two seconds; with a load of 95 on two CPUs it was 6.4 s.
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 20);
    }

    /// <summary>A sparse program file with only these sections.</summary>
    private void Write(long length, (string Name, long Offset, long Length)[] sections)
    {
        var texts = new StringBuilder("\0");
        var table = new byte[(sections.Length + 1) * SectionSize];
        for (var i = 0; i < sections.Length; i++)
        {
            var section = table.AsSpan((i + 1) * SectionSize);
            BinaryPrimitives.WriteInt32LittleEndian(section, texts.Length);
            BinaryPrimitives.WriteInt32LittleEndian(section[4..], 1);
            BinaryPrimitives.WriteInt64LittleEndian(section[24..], sections[i].Offset);
            BinaryPrimitives.WriteInt64LittleEndian(section[32..], sections[i].Length);
            texts.Append(sections[i].Name).Append('\0');
        }

        // The sections' names are at the end, and the first section contains them.
        BinaryPrimitives.WriteInt64LittleEndian(table.AsSpan(24), length);
        BinaryPrimitives.WriteInt32LittleEndian(table.AsSpan(4), 8);
        var header = new byte[HeaderSize];
        "\u007fELF\u0002\u0001"u8.CopyTo(header);
        BinaryPrimitives.WriteUInt16LittleEndian(
            header.AsSpan(18), RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? (ushort)183 : (ushort)62);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(40), length + texts.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(54), 56);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(58), SectionSize);
        BinaryPrimitives.WriteUInt16LittleEndian(header.AsSpan(60), (ushort)(sections.Length + 1));
        using var file = File.OpenHandle(_file, FileMode.Create, FileAccess.Write);
        RandomAccess.Write(file, header, 0);
        RandomAccess.Write(file, Encoding.ASCII.GetBytes(texts.ToString()), length);
        RandomAccess.Write(file, table, length + texts.Length);
    }
}
