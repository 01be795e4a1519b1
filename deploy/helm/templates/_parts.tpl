{{- define "manifold.name" -}}
{{ contains "manifold" .Release.Name | ternary .Release.Name (printf "%s-manifold" .Release.Name) }}
{{- end }}

{{- define "manifold.selector" -}}
app.kubernetes.io/name: manifold
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "manifold.metadata" -}}
name: {{ include "manifold.name" . | quote }}
namespace: {{ .Release.Namespace | quote }}
labels:
  {{- include "manifold.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
  helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- /* Which values cannot work, each with a sentence. */ -}}
{{- define "manifold.refuse" -}}
{{- if and (not .Values.database.secret) (or .Values.autoscaling.enabled (gt (int .Values.replicaCount) 1)) }}
{{- fail "The embedded database has one writer: set replicaCount to 1 and autoscaling.enabled to false, or name the secret with the address of a PostgreSQL in database.secret." }}
{{- end }}
{{- $_ := required "Set settings.MANIFOLD_BASE_URL to the public address, such as https://api.example.com." .Values.settings.MANIFOLD_BASE_URL }}
{{- range $name := keys .Values.settings | sortAlpha }}
{{- if regexMatch "^MANIFOLD_(DATABASE_URL|KEYS|METRICS_TOKEN)$|_SECRET$|_HEADERS$" $name }}
{{- fail (printf "%s is a secret: put it in database.secret, keys.secret or settingsSecret and not in settings." $name) }}
{{- end }}
{{- if regexMatch "^MANIFOLD_((METRICS_)?(HOST|PORT)|DATA_DIR|KEYS_FILE)$" $name }}
{{- fail (printf "%s is set by the chart: take it out of settings." $name) }}
{{- end }}
{{- end }}
{{- end }}
