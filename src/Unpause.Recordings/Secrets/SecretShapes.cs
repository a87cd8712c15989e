using System.Buffers;
using System.Text;

namespace Unpause.Recordings.Secrets;

/// <summary>
/// Finds what looks like a secret whatever its name: tokens with a known beginning, private keys, and long runs of signs that are too
/// random for a name. Paths, class names, versions, digests (<c>sha256:…</c>) and UUIDs are none.
/// </summary>
internal static class SecretShapes
{
    private const string PrivateKey = "PRIVATE KEY", Begin = "-----BEGIN ", End = "-----END ", Dashes = "-----";

    /// <summary>Least signs of a run that may be a key: 128 bits in hexadecimal.</summary>
    private const int LeastRun = 32;

    /// <summary>
    /// Least share of neighbours of another kind (capital, small letter, digit) in a run that has all three. Random base64 has 0.65 and
    /// 32 signs of it are below this once in 3,000; names in capitals and small letters have two changes a word, 0.2 to 0.3.
    /// </summary>
    private const double LeastChanges = 0.35;

    /// <summary>The same for runs of digits and letters of one case: random hexadecimal has 0.47, names with a number far less.</summary>
    private const double LeastChangesOneCase = 0.2;

    private const int FewestOfAKind = 3;

    /// <summary>Length of a commit's hash, which follows the plus of a version.</summary>
    private const int CommitChars = 40;

    /// <summary>
    /// Beginnings by which issuers mark their tokens, with the least number of signs that follow. KnownTokenTests compares the list with
    /// the services of secretlint's recommended rules 12.0.0.
    /// </summary>
    private static readonly (string Start, int Least)[] Known =
    [
        ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20), ("eyJ", 17), ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20),
        ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16), ("xoxa-", 10), ("xoxb-", 10), ("xoxp-", 10), ("xoxr-", 10), ("xoxs-", 10),
        ("xapp-", 10), ("sk-", 20), ("sk_live_", 16), ("sk_test_", 16), ("rk_live_", 16), ("rk_test_", 16), ("whsec_", 16), ("npm_", 30),
        ("hf_", 30), ("SG.", 20), ("dop_v1_", 32), ("shpat_", 20), ("hvs.", 20), ("pypi-", 50), ("AGE-SECRET-KEY-", 20), ("dapi", 32),
        ("hooks.slack.com/services/", 10), ("xoxo-", 10), ("xoxe.", 10), ("xoxe-", 10), ("xwfp-", 10), ("gldt-", 16), ("glrt-", 16),
        ("glrtr-", 16), ("glcbt-", 16), ("glptt-", 16), ("glft-", 16), ("glimt-", 16), ("glagent-", 16), ("gloas-", 16),
        ("glsoat-", 16), ("glffct-", 16), ("glwt-", 16), ("glsa_", 20), ("glc_", 20), ("sntrys_", 20), ("sntryu_", 20),
        ("ATATT3x", 20), ("ATCTT3x", 20), ("ATBB", 20), ("dckr_pat_", 20), ("dckr_oat_", 20), ("NRAK-", 20), ("NRII-", 20),
        ("NRJS-", 16), ("pul-", 32), ("lin_api_", 20), ("lin_oauth_", 20), ("ops_ey", 20), ("figd_", 20), ("figo_", 20), ("gsk_", 20),
        ("hvb.", 20), ("hvr.", 20), ("ntn_", 20), ("shpca_", 20), ("shppa_", 20), ("shpss_", 20), ("vcp_", 20), ("vci_", 20),
        ("vca_", 20), ("vcr_", 20), ("vck_", 20), ("xai-", 20), ("r8_", 30), ("GOCSPX-", 20), ("doo_v1_", 32), ("dor_v1_", 32),
        ("PMAK-", 30), ("rubygems_", 32), ("sbp_", 30), ("tfp_", 30), ("dp.pt.", 30), ("nvapi-", 30), ("pplx-", 30), ("CFPAT-", 30),
        ("EZAK", 40),
    ];

    private static readonly SearchValues<char> FirstSigns = SearchValues.Create([.. Known.Select(known => known.Start[0]).Distinct()]);

    private static readonly string[] Digests = ["sha1:", "sha224:", "sha256:", "sha384:", "sha512:", "md5:", "blake3:"];

    /// <summary>Searches a text.</summary>
    /// <param name="hidden">Takes what is found.</param>
    /// <param name="pathsAreUrls">Whether a path is one of a URL, which may contain a secret, and not one of a file.</param>
    public static void Find(string text, HiddenRanges hidden, bool pathsAreUrls)
    {
        FindPrivateKeys(text, hidden);
        FindKnown(text, hidden);
        FindRandom(text, hidden, pathsAreUrls);
    }

    private static void FindPrivateKeys(string text, HiddenRanges hidden)
    {
        var start = text.IndexOf(Begin, StringComparison.Ordinal);
        while (start >= 0)
        {
            var body = start + Begin.Length;
            var isPrivate = text.AsSpan(body, Math.Min(40, text.Length - body)).IndexOf(PrivateKey) >= 0;
            var end = isPrivate ? text.IndexOf(End, body, StringComparison.Ordinal) : body;
            if (isPrivate && end >= 0) end = text.IndexOf(Dashes, end + End.Length, StringComparison.Ordinal);
            if (isPrivate) hidden.Add(start, end < 0 ? text.Length : end + Dashes.Length);
            start = end < 0 ? -1 : text.IndexOf(Begin, end, StringComparison.Ordinal);
        }
    }

    private static void FindKnown(string text, HiddenRanges hidden)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if ((i > 0 && char.IsAsciiLetterOrDigit(text[i - 1])) || KnownAt(text, i) is not { } end) continue;
            hidden.Add(i, end);
            i = end - 1;
        }
    }

    private static int? KnownAt(string text, int at)
    {
        if (!FirstSigns.Contains(text[at])) return null;
        foreach (var (start, least) in Known)
        {
            if (text[at] != start[0] || string.CompareOrdinal(text, at, start, 0, start.Length) != 0) continue;
            var end = at + start.Length;
            while (end < text.Length && (char.IsAsciiLetterOrDigit(text[end]) || IsInner(text, end))) end++;
            if (end - at - start.Length >= least) return end;
        }

        return null;
    }

    private static bool IsInner(string text, int at) => text[at] switch
    {
        '_' or '-' or '=' => true,
        '.' or '/' or '+' => at + 1 < text.Length && char.IsAsciiLetterOrDigit(text[at + 1]),
        _ => false,
    };

    private static void FindRandom(string text, HiddenRanges hidden, bool pathsAreUrls)
    {
        var piece = 0;
        for (var i = 0; i < text.Length;)
        {
            if (!IsRun(text[i]))
            {
                if (text[i] is not ('.' or '@' or '%')) piece = i + 1;
                i++;
                continue;
            }

            var end = i + 1;
            while (end < text.Length && IsRun(text[end])) end++;
            if (end - i >= LeastRun && !IsFile(text.AsSpan(piece), pathsAreUrls) && !IsDigest(text.AsSpan(0, i)))
            {
                FindInRun(text.AsSpan(i, end - i), i, hidden);
            }

            i = end;
        }
    }

    private static bool IsRun(char sign) => char.IsAsciiLetterOrDigit(sign) || sign is '+' or '/' or '-' or '_';

    /// <summary>Whether a piece (from an equals sign, a colon, a comma … on) is a file's path; <c>//</c> begins a URL's host.</summary>
    private static bool IsFile(ReadOnlySpan<char> piece, bool pathsAreUrls) =>
        !pathsAreUrls && ((piece[0] == '/' && !piece.StartsWith("//")) || piece.StartsWith("./") || piece.StartsWith("../")
            || piece.StartsWith("~/"));

    private static bool IsDigest(ReadOnlySpan<char> before)
    {
        foreach (var digest in Digests)
        {
            if (before.EndsWith(digest, StringComparison.OrdinalIgnoreCase)) return true;
        }

        return false;
    }

    private static void FindInRun(ReadOnlySpan<char> run, int offset, HiddenRanges hidden)
    {
        if (run[0] != '/' && IsRandom(run))
        {
            hidden.Add(offset, offset + run.Length);
            return;
        }

        var start = 0;
        for (var i = 0; i <= run.Length; i++)
        {
            if (i < run.Length && char.IsAsciiLetterOrDigit(run[i])) continue;
            var isCommit = i - start == CommitChars && start > 0 && run[start - 1] == '+';
            if (i - start >= LeastRun && !isCommit && IsRandom(run[start..i])) hidden.Add(offset + start, offset + i);
            start = i + 1;
        }
    }

    private static bool IsRandom(ReadOnlySpan<char> run)
    {
        int capitals = 0, small = 0, digits = 0, changes = 0, signs = 0;
        var before = '\0';
        foreach (var sign in run)
        {
            var kind = char.IsAsciiLetterUpper(sign) ? 'A' : char.IsAsciiLetterLower(sign) ? 'a' : char.IsAsciiDigit(sign) ? '0' : '-';
            capitals += kind == 'A' ? 1 : 0;
            small += kind == 'a' ? 1 : 0;
            digits += kind == '0' ? 1 : 0;
            signs += kind == '-' ? 1 : 0;
            changes += kind != '-' && before is not ('-' or '\0') && kind != before ? 1 : 0;
            before = kind;
        }

        var share = (double)changes / run.Length;
        if (capitals >= FewestOfAKind && small >= FewestOfAKind) return digits > 0 && share >= LeastChanges;
        return signs == 0 && Math.Min(capitals, small) == 0 && digits > FewestOfAKind && capitals + small > FewestOfAKind
            && share >= LeastChangesOneCase;
    }
}

/// <summary>The parts of one text that are to be hidden; they may overlap and come in any order.</summary>
internal sealed class HiddenRanges
{
    private readonly List<(int Start, int End)> _ranges = [];

    /// <summary>Hides what is between two places.</summary>
    public void Add(int start, int end)
    {
        if (end > start) _ranges.Add((start, end));
    }

    /// <summary>The text with each part replaced; parts that touch are one.</summary>
    public string Apply(string text)
    {
        if (_ranges.Count == 0) return text;
        _ranges.Sort();
        var shown = new StringBuilder(text.Length);
        var done = -1;
        foreach (var (start, end) in _ranges)
        {
            if (start > done)
            {
                var from = Math.Max(done, 0);
                shown.Append(text, from, start - from).Append(Redaction.Hidden);
            }

            done = Math.Max(done, end);
        }

        return shown.Append(text, done, text.Length - done).ToString();
    }
}
