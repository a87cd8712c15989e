using Microsoft.CodeAnalysis.CSharp;

namespace Unpause.Analyzers.Tests;

/// <summary>UNPAUSE003: where it fires, where it is silent, what the fix makes.</summary>
public sealed class TranscodingTests
{
    private const string Id = "UNPAUSE003";

    [Theory]
    [InlineData(
        "var b = Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(bytes));",
        "using var transcoded = new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes);")]
    [InlineData(
        "Use(Encoding.UTF8.GetBytes((Encoding.ASCII.GetString(bytes))));",
        "Use(new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes).ToArray());")]
    [InlineData(
        "var from = Encoding.Latin1; Use(new UTF8Encoding(false).GetBytes(from.GetString(bytes)));",
        "new Transcoder(from, new UTF8Encoding(false)).Transcode(bytes).ToArray()")]
    [InlineData(
        "Use(Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(bytes, 1, 2)));",
        "Transcode(new ReadOnlySpan<byte>(bytes, 1, 2)).ToArray()")]
    [InlineData("Use(Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(bytes.AsSpan(1))));", "Transcode(bytes.AsSpan(1)).ToArray()")]
    [InlineData(
        "Use(Encoding.UTF8.GetBytes(Encoding.ASCII.GetChars(bytes)));",
        "new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes)")]
    [InlineData(
        "var text = Encoding.ASCII.GetString(bytes); Use(Encoding.UTF8.GetBytes(text));",
        "using var transcoded = new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes); Use(transcoded.ToArray());")]
    [InlineData(
        "string text = Encoding.ASCII.GetString(bytes); var transcoded = 1; Use(transcoded); Use(Encoding.UTF8.GetBytes(text));",
        "using var transcoded2 = new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes);")]
    [InlineData(
        "Use(Encoding.Convert(Encoding.ASCII, Encoding.UTF8, bytes));",
        "new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(bytes).ToArray()")]
    [InlineData(
        "Use(Encoding.Convert(dstEncoding: Encoding.UTF8, srcEncoding: Encoding.ASCII, bytes: bytes, index: 1, count: 2));",
        "new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(new ReadOnlySpan<byte>(bytes, 1, 2)).ToArray()")]
    public void Transcoding_Statement_UsesTheTranscoder(string statement, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithBody(statement), expected, "using Unpause.IO;");

    [Theory]
    [InlineData(
        "private byte[] To(byte[] a) { return Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(a)); }",
        "{ using var transcoded = new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(a); return transcoded.ToArray(); }")]
    [InlineData(
        "private byte[] To(byte[] a) => Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(a));",
        "=> new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(a).ToArray();")]
    [InlineData(
        "private byte[] To(byte[] a)\n    {\n        // Why.\n        return Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(a));\n    }",
        "        // Why.\n        using var transcoded = new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(a);\n        "
        + "return transcoded.ToArray();\n")]
    public void Transcoding_Member_UsesTheTranscoder(string member, string expected) =>
        Checked.Repaired(Id, SampleProgram.WithMembers(member), expected);

    [Theory]
    [InlineData(
        "return Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(a));",
        "return new Transcoder(Encoding.ASCII, Encoding.UTF8).Transcode(a).ToArray();")]
    [InlineData("var s = Encoding.ASCII.GetString(a); return Encoding.UTF8.GetBytes(s);", "{ var transcoded = new Transcoder(")]
    public void Transcoding_OldLanguageVersion_GetsNoUsingDeclaration(string statements, string expected)
    {
        var program = SampleProgram.FromFiles($"using System.Text; class P {{ byte[] To(byte[] a) {{ {statements} }} }}");
        Checked.Repaired(Id, program.In(LanguageVersion.CSharp7_3), expected);
    }

    [Theory]
    [InlineData(
        "var to = Encoding.UTF8; var text = Encoding.ASCII.GetString(bytes); if (args.Length > 0) to = Encoding.Unicode; "
        + "Use(to.GetBytes(text));")]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); _to = Encoding.UTF8; Use(_to.GetBytes(text));")]
    public void Transcoding_EncodingChangesBetween_IsFlaggedWithoutAFix(string statements) =>
        Checked.FlaggedAlone(Id, SampleProgram.WithBody(statements, "private static Encoding _to = Encoding.ASCII;"));

    [Theory]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); var to = Encoding.UTF8; Use(to.GetBytes(text));")]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); Action act = () => Use(Encoding.UTF8.GetBytes(text)); act();")]
    [InlineData("unsafe { fixed (byte* first = bytes) Use(Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(first, 1))); }", true)]
    public void Transcoding_FixWouldNotCompile_IsFlaggedWithoutAFix(string statement, bool isPointer = false)
    {
        // An async method can't be unsafe.
        var program = isPointer
            ? SampleProgram.WithMembers($"private static void Do(byte[] bytes) {{ {statement} }}")
            : SampleProgram.WithBody(statement);
        Checked.FlaggedAlone(Id, program);
    }

    [Theory]
    [InlineData("var b = Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(bytes).Trim());")]
    [InlineData("var b = Encoding.UTF8.GetBytes(\"text\");")]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); Use(text); Use(Encoding.UTF8.GetBytes(text));")]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); text = text + 1; Use(Encoding.UTF8.GetBytes(text));")]
    [InlineData("var text = Encoding.ASCII.GetString(bytes); if (args.Length > 0) text = args[0]; Use(Encoding.UTF8.GetBytes(text));")]
    [InlineData("Use(Encoding.UTF8.GetBytes(Encoding.ASCII.GetString(bytes), 0, 1, bytes, 0));")]
    public void Transcoding_OtherConversions_AreNotFlagged(string statement) => Checked.Silent(SampleProgram.WithBody(statement));

    [Fact]
    public void Transcoding_DoneOnce_IsNotFlagged() => Checked.Silent(SampleProgram.WithMembers(
        "private static readonly byte[] Head = Encoding.Convert(Encoding.ASCII, Encoding.UTF8, new byte[3]);"));
}
