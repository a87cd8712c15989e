using Unpause.Recordings.Secrets;

namespace Unpause.Tests.Secrets;

/// <summary>
/// One token that was made up for each service of secretlint's recommended rules (@secretlint/secretlint-rule-preset-recommend 12.0.0), and
/// for others. Each is put together here, so that no scanner takes this file for one with tokens.
/// </summary>
public class KnownTokenTests
{
    private const string Letters = "abcde";

    [Theory]
    // Services of secretlint.
    [InlineData("op", "s_ey", 60)] // 1Password
    [InlineData("sk-", "ant-api03-", 93)] // Anthropic
    [InlineData("AK", "IA", 16)] // AWS
    [InlineData("da", "pi", 32)] // Databricks
    [InlineData("dckr", "_pat_", 27)] // Docker
    [InlineData("dckr", "_oat_", 32)]
    [InlineData("fig", "d_", 40)] // Figma
    [InlineData("AI", "za", 35)] // Google Cloud
    [InlineData("GOC", "SPX-", 28)]
    [InlineData("gh", "p_", 36)] // GitHub
    [InlineData("gh", "o_", 36)]
    [InlineData("gh", "u_", 36)]
    [InlineData("gh", "s_", 36)]
    [InlineData("gh", "r_", 36)]
    [InlineData("github", "_pat_", 82)]
    [InlineData("gl", "pat-", 20)] // GitLab
    [InlineData("gl", "dt-", 20)]
    [InlineData("gl", "rt-", 20)]
    [InlineData("gl", "cbt-", 20)]
    [InlineData("gl", "ptt-", 40)]
    [InlineData("gl", "ft-", 20)]
    [InlineData("gl", "imt-", 25)]
    [InlineData("gl", "agent-", 50)]
    [InlineData("gl", "oas-", 64)]
    [InlineData("gl", "soat-", 20)]
    [InlineData("gl", "c_", 40)] // Grafana
    [InlineData("gl", "sa_", 41)]
    [InlineData("gs", "k_", 52)] // Groq
    [InlineData("hv", "s.", 90)] // HashiCorp Vault
    [InlineData("hv", "b.", 130)]
    [InlineData("hv", "r.", 90)]
    [InlineData("h", "f_", 34)] // Hugging Face
    [InlineData("lin", "_api_", 40)] // Linear
    [InlineData("nt", "n_", 46)] // Notion
    [InlineData("np", "m_", 36)] // npm
    [InlineData("sk-", "proj-", 48)] // OpenAI
    [InlineData("S", "G.", 66)] // SendGrid
    [InlineData("shp", "at_", 32)] // Shopify
    [InlineData("shp", "ca_", 32)]
    [InlineData("shp", "pa_", 32)]
    [InlineData("shp", "ss_", 32)]
    [InlineData("xo", "xb-", 40)] // Slack
    [InlineData("xo", "xp-", 40)]
    [InlineData("xo", "xo-", 40)]
    [InlineData("xa", "pp-", 40)]
    [InlineData("vc", "p_", 24)] // Vercel
    [InlineData("vc", "i_", 24)]
    [InlineData("vc", "a_", 24)]
    [InlineData("vc", "r_", 24)]
    [InlineData("vc", "k_", 24)]
    // Others.
    [InlineData("sntr", "ys_", 60)] // Sentry
    [InlineData("sntr", "yu_", 64)]
    [InlineData("ATA", "TT3x", 60)] // Atlassian
    [InlineData("ATC", "TT3x", 60)]
    [InlineData("AT", "BB", 32)]
    [InlineData("NR", "AK-", 27)] // New Relic
    [InlineData("NR", "II-", 32)]
    [InlineData("NR", "JS-", 19)]
    [InlineData("pu", "l-", 40)] // Pulumi
    public void KnownToken_TokenOfAKnownService_IsHidden(string first, string second, int length)
    {
        // Nothing random, which would be hidden by itself.
        var token = first + second + string.Concat(Enumerable.Repeat(Letters, (length / Letters.Length) + 1))[..length];
        Assert.Equal("run [hidden] now", Redaction.Text($"run {token} now"));
        Assert.Equal(["run", "[hidden]"], Redaction.Arguments(["run", token]));
    }

    /// <summary>What secretlint's other rules find: keys, passwords in addresses, connection strings.</summary>
    [Theory]
    [InlineData("postgres://app:hunter2@db/shop", "hunter2")]
    [InlineData("mongodb+srv://app:hunter2@db/shop", "hunter2")]
    [InlineData("https://app:hunter2@host/x", "hunter2")]
    [InlineData("aws_secret_access_key=hunter2", "hunter2")]
    [InlineData("//registry.npmjs.org/:_authToken=hunter2", "hunter2")]
    [InlineData("-----BEGIN RSA " + "PRIVATE KEY-----hunter2-----END RSA " + "PRIVATE KEY-----", "hunter2")]
    public void KnownToken_SecretOfAnotherRule_IsHidden(string text, string secret) =>
        Assert.DoesNotContain(secret, Redaction.Text(text), StringComparison.Ordinal);

    /// <summary>Words that begin as tokens do.</summary>
    [Theory]
    [InlineData("vca_size=4 pul-request figd_x gsk_1 NRAK-x ops_eyes r8_a")]
    [InlineData("-XX:+UseG1GC --pull-requests=abcdefghij ATBBQ")]
    public void KnownToken_WordThatStartsLikeAToken_Stays(string text) => Assert.Equal(text, Redaction.Text(text));
}
