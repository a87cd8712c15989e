using System.Text;
using Unpause.Analysis.Settings;
using Unpause.Cli.Sessions;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Checks;

namespace Unpause.Cli.Checking;

/// <summary>Reads a file of budgets; errors name the line and column.</summary>
internal static class BudgetsText
{
    /// <summary>Reads a file of budgets.</summary>
    /// <param name="path">The file.</param>
    /// <param name="baseline">The baseline that the user named; null for none.</param>
    /// <exception cref="UserMistake">The file cannot be read or is invalid.</exception>
    public static BudgetsFile Read(string path, string? baseline)
    {
        try
        {
            return BudgetsFile.Read(Text(path), baseline);
        }
        catch (YamlFault fault)
        {
            throw new UserMistake($"{path}, {PlainText.Clean(fault.Message)}");
        }
        catch (DecoderFallbackException)
        {
            throw new UserMistake($"{path} is not UTF-8 text");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{path} cannot be read: {SystemFault.Reason(exception)}");
        }
    }

    private static string Text(string path)
    {
        using var stream = InputExpansion.File(path).Open();
        var bytes = new byte[Limits.BudgetsFileBytes + 1];
        var length = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        if (length == bytes.Length) throw new UserMistake($"{path} is larger than {Limits.BudgetsFileBytes / 1024} KiB, "
            + "too large for a file of budgets");
        return new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(bytes, 0, length).TrimStart('\uFEFF');
    }
}
