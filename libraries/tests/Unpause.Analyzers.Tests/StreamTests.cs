using Microsoft.CodeAnalysis.CSharp;

namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE002: where it fires, where it is silent, what the fix makes.</summary>
public sealed class StreamTests
{
    private const string Id = "UNPAUSE002";

    [Theory]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1); var b = s.ToArray();", "using var s = new PooledMemoryStream();")]
    [InlineData("using var s = new MemoryStream(100); s.WriteByte(1); Use(s.ToArray());", "using var s = new PooledMemoryStream();")]
    [InlineData(
        "using MemoryStream s = new MemoryStream(); s.WriteByte(1); Use(s.ToArray());",
        "using PooledMemoryStream s = new PooledMemoryStream();")]
    [InlineData("using MemoryStream s = new(args.Length == 0 ? 1 : 2); Use(s.ToArray());", null)]
    [InlineData("using MemoryStream s = new(4096); s.WriteByte(1); Use(s.ToArray());", "using PooledMemoryStream s = new();")]
    [InlineData(
        "MemoryStream s; s = new MemoryStream(); s.WriteByte(1); Use(s.ToArray());",
        "PooledMemoryStream s; s = new PooledMemoryStream();")]
    [InlineData(
        "MemoryStream? s = null; s ??= new MemoryStream(); s.WriteByte(1); Use(s?.ToArray());",
        "PooledMemoryStream? s = null; s ??= new PooledMemoryStream();")]
    [InlineData("Stream s = new MemoryStream(); s.WriteByte(1); Use(((MemoryStream)s).ToArray());", null)]
    [InlineData(
        "object s = new MemoryStream(); if (s is MemoryStream found) Use(found.ToArray()); Use((s as MemoryStream)!.ToArray());",
        null)]
    [InlineData(
        "await using var s = new MemoryStream(); await s.WriteAsync(bytes); Use(s.ToArray());",
        "await using var s = new PooledMemoryStream();")]
    [InlineData("using (var s = new MemoryStream()) { s.WriteByte(1); Use(s.ToArray()); }", "using (var s = new PooledMemoryStream())")]
    [InlineData(
        "var s = new MemoryStream(); await s.WriteAsync(bytes).ConfigureAwait(false); Use(s.ToArray());",
        "using var s = new PooledMemoryStream();")]
    [InlineData(
        "var s = new MemoryStream(); var w = new StreamWriter(s); w.Write(1); Use(w); Use(s.ToArray());",
        "; var s = new PooledMemoryStream();")]
    [InlineData(
        "var s = new MemoryStream(); using (var w = new StreamWriter(s)) { w.Write(1); w.Flush(); Use(s.ToArray()); }",
        "; var s = new PooledMemoryStream();")]
    [InlineData("var s = new MemoryStream(); Func<object> f = () => s.ToArray(); Use(f);", "; var s = new PooledMemoryStream();")]
    [InlineData("var s = new MemoryStream(); if (s.TryGetBuffer(out var got)) Use(got); Use(s.ToArray());", null)]
    [InlineData("var s = new MemoryStream(); Use(s.GetBuffer()); Use(s.ToArray());", null)]
    [InlineData("MemoryStream s = args.Length > 0 ? new MemoryStream() : new MemoryStream(bytes); Use(s.ToArray());", null)]
    public void Stream_Filled_BecomesPooled(string statement, string? expected)
    {
        var program = SampleProgram.WithBody(statement.StartsWith("var", StringComparison.Ordinal) ? "; " + statement : statement);
        if (expected is null) Checked.FlaggedAlone(Id, program);
        else Checked.Repaired(Id, program, expected, "using Unpause.IO;");
    }

    [Theory]
    [InlineData(
        "private static byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } private static void "
        + "Fill(MemoryStream s) => s.WriteByte(1);",
        "Fill(PooledMemoryStream s)")]
    [InlineData(
        "private static byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } private static void "
        + "Fill(Stream s) => s.WriteByte(1);",
        "using var s = new PooledMemoryStream()")]
    [InlineData(
        "private static MemoryStream Made() { var s = new MemoryStream(); Use(s.ToArray()); return s; }",
        "private static PooledMemoryStream Made() { var s = new")]
    public void Stream_PrivateMember_ChangesItsDeclarationToo(string member, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithMembers(member), expected);

    [Theory]
    [InlineData("public MemoryStream Made() { var s = new MemoryStream(); Use(s.ToArray()); return s; }")]
    [InlineData("public byte[] Made() { var s = new MemoryStream(); Fill(s); return s.ToArray(); } public void Fill(MemoryStream s) { }")]
    public void Stream_VisibleToOthers_IsFlaggedWithoutAFix(string member) => Checked.FlaggedAlone(Id, SampleProgram.WithMembers(member));

    [Theory]
    [InlineData("using (var z = new GZipStream(s, CompressionMode.Compress)) z.WriteByte(1);")]
    [InlineData("using (Stream z = new GZipStream(s, CompressionMode.Compress), b = new BufferedStream(z)) b.WriteByte(1);")]
    [InlineData("using (var w = new StreamWriter(new BufferedStream(s))) w.Write(1);")]
    [InlineData("var w = new StreamWriter(s); w.Write(1); w.Close();")]
    [InlineData("StreamWriter? w = null; try { w = new StreamWriter(s); w.Write(1); } finally { w?.Dispose(); }")]
    [InlineData("{ using var w = new BinaryWriter(s); w.Write(1); }")]
    [InlineData("await using (var w = new StreamWriter(s)) await w.WriteAsync(\"x\");")]
    [InlineData("s.WriteByte(1); s.Close();")]
    [InlineData("try { s.WriteByte(1); } finally { s.Dispose(); }")]
    [InlineData("using (s) { s.WriteByte(1); }")]
    [InlineData("Stream same = s; same.Dispose();")]
    [InlineData("using (var a = new ZipArchive(s, ZipArchiveMode.Create)) Use(a.CreateEntry(\"x\"));")]
    [InlineData("using (var w = XmlWriter.Create(s, new XmlWriterSettings { CloseOutput = true })) w.WriteElementString(\"x\", null);")]
    [InlineData("Fill(s);")]
    [InlineData("var owner = Owner(s); Use(owner);")]
    public void Stream_ClosedBeforeTheCopy_IsFlaggedWithoutAFix(string statements)
    {
        const string members = "private static void Fill(Stream s) { using (var w = new StreamWriter(s)) w.Write(1); } "
            + "private static object Owner(Stream s) { s.Dispose(); return s; }";
        Checked.FlaggedAlone(Id, Compressing($"; var s = new MemoryStream(); {statements} Use(s.ToArray());", members));
    }

    [Theory]
    [InlineData("using (var z = new GZipStream(s, CompressionMode.Compress, true)) z.WriteByte(1);")]
    [InlineData("using (var z = new GZipStream(s, CompressionMode.Compress, leaveOpen: true)) z.WriteByte(1);")]
    [InlineData("using (var w = new StreamWriter(s, leaveOpen: true)) w.Write(1);")]
    [InlineData("using (var w = XmlWriter.Create(s)) w.WriteElementString(\"x\", null);")]
    [InlineData("using (var w = XmlDictionaryWriter.CreateTextWriter(s, Encoding.UTF8, ownsStream: false)) w.WriteStartElement(\"x\");")]
    [InlineData("using (var w = new System.Text.Json.Utf8JsonWriter(s)) w.WriteNullValue();")]
    [InlineData("using var w = new StreamWriter(s); w.Write(1); w.Flush();")]
    [InlineData("System.Text.Json.JsonSerializer.Serialize(s, args);")]
    [InlineData("await bytesTo.CopyToAsync(s);")]
    [InlineData("Fill(s);")]
    public void Stream_OpenWhenCopied_BecomesPooled(string statements)
    {
        const string members = "private static void Fill(Stream s) { using (var w = new StreamWriter(s, leaveOpen: true)) w.Write(1); }";
        var program = Compressing(
            $"var bytesTo = Stream.Null; Use(bytesTo); var s = new MemoryStream(); {statements} Use(s.ToArray());", members);
        Checked.Repaired(Id, program, "var s = new PooledMemoryStream();");
    }

    [Theory]
    [InlineData("_kept.Add(s);")]
    [InlineData("Attach(s);")]
    [InlineData("await _channel.Writer.WriteAsync(s);")]
    [InlineData("_ = s.BeginWrite(bytes, 0, 1, null, null);")]
    public void Stream_PerhapsKept_GetsNoUsing(string statements)
    {
        const string members = "private static readonly List<Stream> _kept = new(); private static void Attach(Stream s) => _kept.Add(s); "
            + "private static readonly System.Threading.Channels.Channel<Stream> _channel = "
            + "System.Threading.Channels.Channel.CreateUnbounded<Stream>();";
        Checked.Repaired(
            Id, SampleProgram.WithBody($"; var s = new MemoryStream(); Use(s.ToArray()); {statements}", members),
            "; var s = new PooledMemoryStream();");
    }

    [Fact]
    public void Stream_OwnTypeOfThatName_IsFlaggedWithoutAFix() => Checked.FlaggedAlone(Id, SampleProgram.FromFiles(
        "using System.IO; class PooledMemoryStream : MemoryStream { } "
        + "class P { byte[] Made() { var s = new MemoryStream(); s.WriteByte(1); return s.ToArray(); } }"));

    [Fact]
    public void Stream_OldLanguageVersion_GetsNoUsingDeclaration()
    {
        var program = SampleProgram.FromFiles(
            "using System.IO; class P { byte[] Made() { var s = new MemoryStream(); s.WriteByte(1); return s.ToArray(); } }");
        Checked.Repaired(Id, program.In(LanguageVersion.CSharp7_3), "{ var s = new PooledMemoryStream();");
    }

    [Theory]
    [InlineData("var s = new MemoryStream(new byte[5]); Use(s.ToArray());")]
    [InlineData("var s = new MemoryStream(); s.WriteByte(1);")]
    [InlineData("var s = new MemoryStream(); var other = new MemoryStream(bytes); Use(other.ToArray()); Use(s);")]
    public void Stream_OtherUses_AreNotFlagged(string statement) => Checked.Silent(SampleProgram.WithBody(statement));

    [Fact]
    public void Stream_MadeOnce_IsNotFlagged() => Checked.Silent(SampleProgram.WithMembers(
        "private static readonly byte[] Made; static Program() { var s = new MemoryStream(); s.WriteByte(1); Made = s.ToArray(); }"));

    private static SampleProgram Compressing(string statements, string members) => SampleProgram.FromFiles(
        "using System.IO.Compression; using System.Xml; " + SampleProgram.WithBody(statements, members).Text);
}
