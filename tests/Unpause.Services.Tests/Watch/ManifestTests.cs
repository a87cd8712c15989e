using System.Text.RegularExpressions;
using k8s;
using k8s.Models;

namespace Unpause.Services.Tests.Watch;

/// <summary>The manifests of <c>packaging/watch</c>, read by Kubernetes' own client, which refuses unknown fields.</summary>
public sealed class ManifestTests : IDisposable
{
    private const string Sidecar = "sidecar.yaml", OfNode = "daemonset.yaml";

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-manifest-").FullName;

    [Theory]
    [InlineData(Sidecar)]
    [InlineData(OfNode)]
    public void Command_OfTheManifest_IsValid(string name)
    {
        var token = Path.Combine(_folder, "token");
        var secret = Read(name).OfType<V1Secret>().Single();
        File.WriteAllText(token, secret.StringData["token"]);
        var container = Watching(Pod(name));
        var mounted = container.VolumeMounts.Single(mount => mount.ReadOnlyProperty == true).MountPath;
        Assert.Equal("/usr/bin/unpause", container.Command[0]);

        var options = container.Args.Select(word => word.Replace($"{mounted}/token", token, StringComparison.Ordinal));

        var (output, error, code) = Programs.Run(Programs.Unpause, null, [.. container.Command.Skip(1), .. options, "--check"]);

        Assert.True(code == 0, error);
        var port = container.Ports.Single();
        Assert.Contains($":{port.ContainerPort}/metrics", output, StringComparison.Ordinal);
        Assert.Equal((string)container.LivenessProbe.HttpGet.Port, port.Name);
        Assert.Equal("/healthz", container.LivenessProbe.HttpGet.Path);
        // Its file system is read-only, so the ring is in a volume.
        Assert.Contains(container.VolumeMounts, mount => output.Contains($" {mount.MountPath}/ring;", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(Sidecar)]
    [InlineData(OfNode)]
    public void Pod_OfTheManifest_IsScrapedWhereItServes(string name)
    {
        var template = Template(name);
        var volumes = template.Spec.Volumes.Select(volume => volume.Name).ToHashSet();

        Assert.Equal(
            Watching(template.Spec).Ports.Single().ContainerPort.ToString(System.Globalization.CultureInfo.InvariantCulture),
            template.Metadata.Annotations["prometheus.io/port"]);
        Assert.Equal("true", template.Metadata.Annotations["prometheus.io/scrape"]);
        Assert.All(Watching(template.Spec).VolumeMounts, mount => Assert.Contains(mount.Name, volumes));
        Assert.Equal(
            Read(name).OfType<V1Secret>().Single().Metadata.Name,
            template.Spec.Volumes.Single(volume => volume.Secret is not null).Secret.SecretName);
        Assert.False(template.Spec.AutomountServiceAccountToken);
    }

    [Theory]
    [InlineData(Sidecar)]
    [InlineData(OfNode)]
    public void Watcher_OfTheManifest_HasNoRightsButThoseNamed(string name)
    {
        var rights = Watching(Pod(name)).SecurityContext;

        Assert.True(rights.ReadOnlyRootFilesystem);
        Assert.False(rights.AllowPrivilegeEscalation);
        Assert.Equal(["ALL"], rights.Capabilities.Drop);
        Assert.Equal("RuntimeDefault", rights.SeccompProfile.Type);
        Assert.NotEqual(true, rights.Privileged);
    }

    [Fact]
    public void Sidecar_OfTheManifest_IsTheUserOfTheServiceAndSeesItsProcess()
    {
        var pod = Pod(Sidecar);
        var service = pod.Containers.Single(container => container.Name != "unpause");
        var watcher = Watching(pod);

        Assert.True(pod.ShareProcessNamespace);
        Assert.Null(watcher.SecurityContext.Capabilities.Add);
        Assert.True(watcher.SecurityContext.RunAsNonRoot);
        Assert.Equal(service.SecurityContext.RunAsUser, watcher.SecurityContext.RunAsUser);
    }

    [Fact]
    public void DaemonSet_OfTheManifest_HasTheCapabilitiesOfTheTableAndSeesTheNode()
    {
        var pod = Pod(OfNode);

        Assert.True(pod.HostPID);
        Assert.NotEqual(true, pod.HostNetwork);
        Assert.Equal(0, Watching(pod).SecurityContext.RunAsUser);
        // Capabilities are words in capitals in the table of the sidecar's file.
        var comments = string.Join('\n', Lines(Sidecar).Where(line => line.StartsWith('#')));
        // PERFMON is named there because it is not enough.
        var table = Regex.Matches(comments, "[A-Z]+_[A-Z_]+|SETUID|SETGID|CHOWN|KILL")
            .Select(match => match.Value).Distinct().Order();
        Assert.Equal(table, Watching(pod).SecurityContext.Capabilities.Add.Order());
    }

    [Fact]
    public void Containerfile_OfTheImage_CopiesBothProgramsAndIsNobody()
    {
        var lines = Lines("Containerfile");

        Assert.Contains(lines, line => Regex.IsMatch(line, "^COPY .*\\bunpause unpause-services /usr/bin/$"));
        Assert.Contains("USER 65534:65534", lines);
        Assert.Contains("ENTRYPOINT [\"/usr/bin/unpause\", \"watch\"]", lines);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static string[] Lines(string name) => File.ReadAllLines(RepositoryFolder.File("packaging", "watch", name));

    private static List<object> Read(string name) => KubernetesYaml.LoadAllFromString(string.Join('\n', Lines(name)), null, strict: true);

    private static V1PodTemplateSpec Template(string name) => Read(name).Select(one => one switch
    {
        V1Deployment deployment => deployment.Spec.Template,
        V1DaemonSet daemonSet => daemonSet.Spec.Template,
        _ => null,
    }).OfType<V1PodTemplateSpec>().Single();

    private static V1PodSpec Pod(string name) => Template(name).Spec;

    private static V1Container Watching(V1PodSpec pod) => pod.Containers.Single(container => container.Name == "unpause");
}
